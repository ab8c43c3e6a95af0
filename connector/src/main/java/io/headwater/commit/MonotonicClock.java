package io.headwater.commit;

import java.io.InterruptedIOException;
import java.time.Duration;

/** Time that passes evenly, and waiting for it; tests bring their own. */
interface MonotonicClock {
  /** This machine's. */
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

  /** Nanoseconds since a moment that never changes; only differences mean anything. */
  long nanos();

  /**
   * Waits.
   *
   * @throws InterruptedIOException if the thread is interrupted, which it stays
   */
  void pause(Duration length) throws InterruptedIOException;
}
