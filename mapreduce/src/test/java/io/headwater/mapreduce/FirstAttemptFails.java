package io.headwater.mapreduce;

import java.io.IOException;
import org.apache.hadoop.examples.WordCount;
import org.apache.hadoop.mapreduce.TaskAttemptID;

/**
 * Sums like WordCount, but the first attempt of each task fails after it has written everything.
 * Task 0 throws an exception. The other tasks end their process.
 */
public final class FirstAttemptFails extends WordCount.IntSumReducer {
  @Override
  protected void cleanup(Context context) throws IOException {
    TaskAttemptID attempt = context.getTaskAttemptID();
    if (attempt.getId() > 0) {
      return;
    }
    if (attempt.getTaskID().getId() == 0) {
      throw new IOException(attempt + " fails, as the test wants it");
    }
    Runtime.getRuntime().halt(1);
  }
}
