package io.headwater.spark.faults;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.CountDownLatch;

/** Ends a process as a machine failure does: no hook runs and no stream is flushed. */
final class Kill {
  private Kill() {}

  static void process(String pid) throws InterruptedException {
    try {
      new ProcessBuilder("kill", "-9", pid).inheritIO().start().waitFor();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Kills the calling process and never returns. */
  static void self() throws InterruptedException {
    process(String.valueOf(ProcessHandle.current().pid()));
    new CountDownLatch(1).await();
  }
}
