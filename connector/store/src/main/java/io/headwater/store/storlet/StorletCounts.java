package io.headwater.store.storlet;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.OptionalLong;

/**
 * The costs of a call, from the last frame of its response. If a policy runs a storlet first, the
 * amount it read is confidential: {@code bytesIn} and {@code cpuSeconds} are then 0.
 *
 * @param bytesIn bytes of the object that the first storlet read
 * @param bytesOut bytes of the response
 * @param recordsIn records read, if the storlets count them
 * @param recordsOut records returned, likewise
 * @param seconds from start to end
 * @param cpuSeconds of a processor
 */
public record StorletCounts(
    long bytesIn,
    long bytesOut,
    OptionalLong recordsIn,
    OptionalLong recordsOut,
    double seconds,
    double cpuSeconds) {
  static StorletCounts of(JsonNode end) {
    return new StorletCounts(
        end.path("bytes_in").asLong(),
        end.path("bytes_out").asLong(),
        optional(end.path("records_in")),
        optional(end.path("records_out")),
        end.path("seconds").asDouble(),
        end.path("cpu_seconds").asDouble());
  }

  private static OptionalLong optional(JsonNode count) {
    return count.isIntegralNumber() ? OptionalLong.of(count.asLong()) : OptionalLong.empty();
  }
}
