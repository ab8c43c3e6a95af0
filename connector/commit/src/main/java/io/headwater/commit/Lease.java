package io.headwater.commit;

import java.time.Duration;

/**
 * How long a claim is valid. All writers of the same object must use the same value.
 *
 * @param others after this time others may ignore the claim: a writer that died delays them by this
 */
public record Lease(Duration others) {
  /** Five minutes, of which two are the owner's. */
  public static final Lease DEFAULT = new Lease(Duration.ofMinutes(5));

  /**
   * After this time the owner sends nothing more. The rest until {@link #others} is for its last
   * request to be applied.
   */
  public Duration owners() {
    return others.multipliedBy(2).dividedBy(5);
  }

  /** After this time a writer stops waiting for others. */
  Duration patience() {
    return others.multipliedBy(2);
  }
}
