package io.headwater.store.swift;

import java.time.Duration;

/**
 * How objects of unknown length are written.
 *
 * @param segmentLength in bytes: an object up to this length is one PUT, a longer one consists of
 *     segments of this length; at most what the cluster takes as one object
 * @param longestRest how long a PUT may rest between two writes before it is ended: well under the
 *     cluster's {@code client_timeout}, which is 60 s where the operator does not say otherwise
 */
public record SwiftStreaming(long segmentLength, Duration longestRest) {
  /** Swift's own limit of an object, and a third of its patience. */
  public static final SwiftStreaming DEFAULT = new SwiftStreaming(5L << 30, Duration.ofSeconds(20));

  public SwiftStreaming {
    if (segmentLength < 1 || longestRest.isNegative() || longestRest.isZero()) {
      throw new IllegalArgumentException(
          "needs a segment of at least a byte, and some rest: "
              + segmentLength
              + ", "
              + longestRest);
    }
  }
}
