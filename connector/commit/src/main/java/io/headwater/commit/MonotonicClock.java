package io.headwater.commit;

import java.io.InterruptedIOException;
import java.time.Duration;

/** A monotonic clock with a way to wait. Tests supply their own. */
public interface MonotonicClock {
  /** This machine's clock. */
  MonotonicClock SYSTEM =
      new MonotonicClock() {
        @Override
        public long nanos() {
          return System.nanoTime();
        }

        @Override
        public void pause(Duration length) throws InterruptedIOException {
          try {
            Thread.sleep(length.toMillis());
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            InterruptedIOException interrupted =
                new InterruptedIOException("interrupted while waiting for another writer");
            interrupted.initCause(e);
            throw interrupted;
          }
        }
      };

  /** Nanoseconds since a fixed moment. Only differences are meaningful. */
  long nanos();

  /**
   * Waits.
   *
   * @throws InterruptedIOException if the thread is interrupted, which stays set
   */
  void pause(Duration length) throws InterruptedIOException;
}
