package io.headwater.store.layers;

import java.time.Duration;

/**
 * How long to retry a request after transient failures. The wait before the n-th retry is uniformly
 * random. Its upper bound is {@code firstDelay} doubled n-1 times, at most {@code longestDelay}
 * ("full jitter"). Clients that failed at the same time thus do not retry at the same time.
 *
 * @param attempts the most times that a request is sent, at least 1
 * @param firstDelay the longest wait before the first retry
 * @param longestDelay the longest wait before any retry
 * @param total no retry starts after this time
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
   * These settings without a limit of attempts, until {@code total} is over. For requests on which
   * a complete job depends. They survive a store's restart and a failover.
   */
  public RetrySettings untilTimeIsOver() {
    return new RetrySettings(Integer.MAX_VALUE, firstDelay, longestDelay, total);
  }

  /** The upper bound of the wait before a retry. The first retry has number 1. */
  Duration bound(int retry) {
    Duration bound = firstDelay;
    for (int i = 1; i < retry && bound.compareTo(longestDelay) < 0; i++) {
      bound = bound.multipliedBy(2);
    }
    return bound.compareTo(longestDelay) < 0 ? bound : longestDelay;
  }
}
