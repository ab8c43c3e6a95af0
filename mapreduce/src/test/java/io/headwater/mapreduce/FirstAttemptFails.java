package io.headwater.mapreduce;

import java.io.IOException;
import org.apache.hadoop.examples.WordCount;
import org.apache.hadoop.mapreduce.TaskAttemptID;

/**
 * Sums as WordCount does, but the first attempt at each task fails when it has written everything:
 * of task 0 by an exception, of the others by the end of its process.
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
