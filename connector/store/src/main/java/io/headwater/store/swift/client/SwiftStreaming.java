package io.headwater.store.swift.client;

import java.time.Duration;

/**
 * How objects of unknown length are written.
 *
 * @param segmentLength in bytes. An object up to this length is one PUT. A longer one consists of
 *     segments of this length. Must not exceed the cluster's limit for one object.
 * @param longestRest how long a PUT may rest between two writes before it is ended. Must be well
 *     under the cluster's {@code client_timeout}, which is 60 s by default.
 */
public record SwiftStreaming(long segmentLength, Duration longestRest) {
  /** Swift's limit for one object, and a third of its default {@code client_timeout}. */
  public static final SwiftStreaming DEFAULT = new SwiftStreaming(5L << 30, Duration.ofSeconds(20));

  public SwiftStreaming {
    if (segmentLength < 1 || longestRest.isNegative() || longestRest.isZero()) {
      throw new IllegalArgumentException(
          "needs a segment of at least one byte and a positive pause: "
              + segmentLength
              + ", "
              + longestRest);
    }
  }
}
