package io.headwater.store.storlet;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.OptionalLong;

/**
 * What running a call took, as its answer's last frame tells. Where a policy runs a storlet first,
 * what that one read is nobody's to know: {@code bytesIn} and {@code cpuSeconds} are 0 then.
 *
 * @param bytesIn bytes of the object that the first storlet read
 * @param bytesOut bytes of the answer
 * @param recordsIn records read, of storlets that count them
 * @param recordsOut records answered, likewise
 * @param seconds from the start to the end
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
