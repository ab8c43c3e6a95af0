package io.headwater.commit;

import java.time.Duration;

/**
 * How long a claim lasts. All that write the same object must agree on it.
 *
 * @param others after so long others need not respect it any more: a writer that died delays them
 *     by this
 */
public record Lease(Duration others) {
  /** Five minutes, of which two are its owner's. */
  public static final Lease DEFAULT = new Lease(Duration.ofMinutes(5));

  /**
   * After so long its owner sends nothing any more. What is left until {@link #others} is what its
   * last request may take to be applied.
   */
  public Duration owners() {
    return others.multipliedBy(2).dividedBy(5);
  }

  /** After so long a writer stops waiting for others. */
  Duration patience() {
    return others.multipliedBy(2);
  }
}
