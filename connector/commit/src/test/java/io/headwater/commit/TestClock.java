package io.headwater.commit;

import java.time.Duration;

/** A clock that advances only during waits or on a test's request. */
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

  /** Advances the clock. */
  synchronized void pass(Duration length) {
    now += length.toNanos();
  }

  /** Sets the action during each pause. */
  void meanwhile(Runnable action) {
    meanwhile = action;
  }
}
