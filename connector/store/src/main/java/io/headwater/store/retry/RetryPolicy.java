package io.headwater.store.retry;

import java.time.Duration;
import java.util.Set;

/**
 * When an operation is repeated. All such decisions are here. {@code docs/reference/settings.md}
 * lists them.
 *
 * @param reasons to repeat it
 * @param attempts the most attempts, at least 1
 * @param firstPause the longest pause before the first repetition. It doubles each time.
 * @param longestPause the longest pause before any repetition
 * @param total no repetition starts after this time
 */
public record RetryPolicy(
    Set<RetryReason> reasons,
    int attempts,
    Duration firstPause,
    Duration longestPause,
    Duration total) {
  /** As many attempts as the time permits. */
  public static final int UNLIMITED = Integer.MAX_VALUE;

  /** As much time as the attempts take, or as the caller has. */
  public static final Duration UNTIMED = Duration.ofNanos(Long.MAX_VALUE);

  /**
   * A request to a store. Pauses are random, so that clients that failed together do not repeat
   * together. Ten attempts take about 20 seconds.
   */
  public static final RetryPolicy REQUEST =
      new RetryPolicy(
          Set.of(RetryReason.TRANSIENT),
          10,
          Duration.ofMillis(100),
          Duration.ofSeconds(20),
          Duration.ofMinutes(5));

  /** A request on which a complete job depends. */
  public static final RetryPolicy COMMIT = REQUEST.forCommits();

  /** A request for keys to a token service. */
  public static final RetryPolicy KEYS =
      new RetryPolicy(
          Set.of(RetryReason.TRANSIENT),
          4,
          Duration.ofMillis(100),
          Duration.ofSeconds(20),
          Duration.ofMinutes(2));

  /** Reading a body without progress. */
  public static final RetryPolicy BODY = atOnce(4, RetryReason.TRANSIENT);

  /**
   * Reading the manifests of a dataset that is written meanwhile, for about four seconds: Swift
   * shows a new version in listings shortly after it exists.
   */
  public static final RetryPolicy DATASET =
      new RetryPolicy(
          Set.of(RetryReason.CHANGED), 20, Duration.ofMillis(5), Duration.ofMillis(250), UNTIMED);

  /** Computing and writing a base again after another job wrote other folders of the dataset. */
  public static final RetryPolicy OVERWRITE = atOnce(20, RetryReason.CHANGED);

  /** Writing a {@code _SUCCESS} that must not replace a manifest. */
  public static final RetryPolicy SUCCESS_FILE = atOnce(5, RetryReason.CHANGED, RetryReason.LOST);

  /** Writing a base under a claim, while the claim is valid. */
  public static final RetryPolicy CLAIMED_WRITE =
      whileValid(Duration.ofMillis(100), RetryReason.LOST);

  /** Checking other writers' claims, while they are valid. */
  public static final RetryPolicy CLAIM_CHECK =
      whileValid(Duration.ofMillis(50), RetryReason.CLAIMED);

  /** A split that the store filters. Afterwards, Spark reads the complete split. */
  public static final RetryPolicy PUSHED_SPLIT = atOnce(2, RetryReason.TRANSIENT);

  /** A response of a storlet that has no substitute. */
  public static final RetryPolicy STORLET_RESPONSE = atOnce(4, RetryReason.TRANSIENT);

  /** A storlet that has no substitute, if the store has no capacity for it. */
  public static final RetryPolicy STORLET_CAPACITY =
      new RetryPolicy(
          Set.of(RetryReason.BUSY),
          UNLIMITED,
          Duration.ofSeconds(1),
          Duration.ofSeconds(1),
          Duration.ofMinutes(10));

  public RetryPolicy {
    reasons = Set.copyOf(reasons);
    if (attempts < 1 || firstPause.isNegative() || longestPause.compareTo(firstPause) < 0) {
      throw new IllegalArgumentException(
          "attempts " + attempts + ", pauses " + firstPause + " to " + longestPause);
    }
  }

  private static RetryPolicy atOnce(int attempts, RetryReason... reasons) {
    return new RetryPolicy(Set.of(reasons), attempts, Duration.ZERO, Duration.ZERO, UNTIMED);
  }

  private static RetryPolicy whileValid(Duration firstPause, RetryReason reason) {
    return new RetryPolicy(Set.of(reason), UNLIMITED, firstPause, Duration.ofSeconds(5), UNTIMED);
  }

  /** This policy for requests of commits, which survive a store's restart and a failover. */
  public RetryPolicy forCommits() {
    return withAttempts(UNLIMITED);
  }

  /** This policy with another number of attempts. */
  public RetryPolicy withAttempts(int most) {
    return new RetryPolicy(reasons, most, firstPause, longestPause, total);
  }

  /** Whether a repetition may help after a failure. */
  public boolean repeats(Throwable failure) {
    return reasons.contains(RetryReason.of(failure));
  }

  /** Whether to repeat after a failure and a number of attempts. */
  public boolean repeats(Throwable failure, int made) {
    return permits(made) && repeats(failure);
  }

  /** Whether to start another attempt after a number of attempts. */
  public boolean permits(int made) {
    return made < attempts;
  }

  /** The longest pause before a repetition. The first repetition has number 1. */
  public Duration pause(int repetition) {
    Duration pause = firstPause;
    for (int i = 1; i < repetition && pause.compareTo(longestPause) < 0; i++) {
      pause = pause.multipliedBy(2);
    }
    return pause.compareTo(longestPause) < 0 ? pause : longestPause;
  }
}
