package io.headwater.store.layers;

import java.time.Duration;

/**
 * How long to go on with a request that fails for a cause that may pass. The wait before the n-th
 * retry is drawn evenly from zero to {@code firstDelay} doubled n-1 times, at most {@code
 * longestDelay} ("full jitter": many clients that failed together do not come back together).
 *
 * @param attempts the most times that a request is sent, at least 1
 * @param firstDelay the longest wait before the first retry
 * @param longestDelay the longest wait before any
 * @param total no retry begins after so long
 */
public record RetrySettings(
    int attempts, Duration firstDelay, Duration longestDelay, Duration total) {
  /** Ten attempts, which take about 20 seconds, within five minutes. */
  public static final RetrySettings DEFAULT =
      new RetrySettings(10, Duration.ofMillis(100), Duration.ofSeconds(20), Duration.ofMinutes(5));

  public RetrySettings {
    if (attempts < 1 || firstDelay.isNegative() || longestDelay.compareTo(firstDelay) < 0) {
      throw new IllegalArgumentException(
          "attempts " + attempts + ", delays " + firstDelay + " to " + longestDelay);
    }
  }

  /**
   * The same, however often: until the time is over. For requests on which a whole job depends, and
   * which so outlive a store's restart and a failover.
   */
  public RetrySettings untilTimeIsOver() {
    return new RetrySettings(Integer.MAX_VALUE, firstDelay, longestDelay, total);
  }

  /** The bound of the wait before a retry; the first is number 1. */
  Duration bound(int retry) {
    Duration bound = firstDelay;
    for (int i = 1; i < retry && bound.compareTo(longestDelay) < 0; i++) {
      bound = bound.multipliedBy(2);
    }
    return bound.compareTo(longestDelay) < 0 ? bound : longestDelay;
  }
}
