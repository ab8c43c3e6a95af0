package io.headwater.testing;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** A clock that the test advances. It starts at the epoch. */
public final class TestClock extends Clock {
  private Instant now = Instant.EPOCH;

  public synchronized void advance(Duration time) {
    now = now.plus(time);
  }

  @Override
  public synchronized Instant instant() {
    return now;
  }

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  @Override
  public Clock withZone(ZoneId zone) {
    return this;
  }
}
