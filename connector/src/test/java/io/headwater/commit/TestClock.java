package io.headwater.commit;

import java.time.Duration;

/** Time that passes only while somebody waits, or when a test says so. */
final class TestClock implements MonotonicClock {
  private long now;
  private Runnable meanwhile = () -> {};

  @Override
  public synchronized long nanos() {
    return now;
  }

  @Override
  public void pause(Duration length) {
    pass(length);
    meanwhile.run();
  }

  /** Lets time pass. */
  synchronized void pass(Duration length) {
    now += length.toNanos();
  }

  /** What happens during each pause. */
  void meanwhile(Runnable action) {
    meanwhile = action;
  }
}
