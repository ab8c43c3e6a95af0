package io.headwater.fs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwater.store.ListOptions;
import io.headwater.store.UploadListOptions;
import io.headwater.store.layers.FaultPlan;
import io.headwater.store.layers.RetryLayer;
import io.headwater.store.layers.ThrottleLayer;
import io.headwater.store.memory.MemoryStore;
import io.headwater.store.retry.RetryPolicy;
import java.io.IOException;
import java.io.InterruptedIOException;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Spark interrupts an attempt's thread, and then lets the same thread abort the attempt. */
class InterruptsTest {
  private static final Path OUT = new Path("s3://bucket/out");
  private static final Path WORK =
      new Path(OUT, "_temporary/0/_temporary/attempt_1_0001_m_000000_0");
  private static final Path TASK = new Path(OUT, "_temporary/0/task_1_0001_m_000000");

  private final MemoryStore memory = MemoryFileSystem.likeS3();
  private MemoryFileSystem fileSystem;

  @BeforeEach
  void open() throws IOException {
    fileSystem =
        MemoryFileSystem.create(
            new RetryLayer(new ThrottleLayer(memory, 4), RetryPolicy.REQUEST), FaultPlan.none());
  }

  @AfterEach
  void clearInterrupt() {
    Thread.interrupted();
  }

  @Test
  void anAttemptThatIsInterruptedInItsCommitLeavesNothing() throws Exception {
    for (int file = 0; file < 120; file++) {
      try (FSDataOutputStream out = fileSystem.create(new Path(WORK, "part-" + file))) {
        out.write(1);
      }
    }
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> fileSystem.rename(WORK, TASK))
        .isInstanceOf(InterruptedIOException.class);
    assertThat(fileSystem.delete(WORK, true)).isTrue();
    assertThat(Thread.interrupted()).isTrue();
    assertNothingIsLeft();
  }

  @Test
  void aStreamThatIsInterruptedLeavesNoUpload() throws Exception {
    FSDataOutputStream out = fileSystem.create(new Path(WORK, "part-0"));
    out.write(new byte[40 << 20]);
    Thread.currentThread().interrupt();
    assertThatThrownBy(out::close).isInstanceOf(IOException.class);
    fileSystem.delete(WORK, true);
    assertThat(Thread.interrupted()).isTrue();
    assertNothingIsLeft();
  }

  private void assertNothingIsLeft() throws IOException {
    assertThat(memory.list(ListOptions.tree("")).objects()).isEmpty();
    assertThat(memory.uploads().list(UploadListOptions.under("")).uploads()).isEmpty();
    assertThat(fileSystem.exists(WORK)).isFalse();
  }
}
