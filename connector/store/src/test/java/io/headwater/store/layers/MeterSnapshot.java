package io.headwater.store.layers;

import io.headwater.store.Operation;
import java.util.EnumMap;
import java.util.Map;

/**
 * The counts of a {@link MeterLayer} at one moment.
 *
 * @param requests sent, by kind; kinds without any are absent
 * @param failures the requests that ended in an exception
 * @param bytesSent of content, in requests with a response
 * @param bytesReceived of bodies, counted when read
 */
public record MeterSnapshot(
    Map<Operation, Long> requests,
    Map<Operation, Long> failures,
    long bytesSent,
    long bytesReceived) {
  public MeterSnapshot {
    requests = Map.copyOf(requests);
    failures = Map.copyOf(failures);
  }

  /** Requests of one kind. */
  public long requests(Operation operation) {
    return requests.getOrDefault(operation, 0L);
  }

  /** Failures of one kind. */
  public long failures(Operation operation) {
    return failures.getOrDefault(operation, 0L);
  }

  /** Requests of every kind. */
  public long totalRequests() {
    return requests.values().stream().mapToLong(Long::longValue).sum();
  }

  /** The counts since an earlier snapshot of the same meter. */
  public MeterSnapshot since(MeterSnapshot earlier) {
    return new MeterSnapshot(
        difference(requests, earlier.requests),
        difference(failures, earlier.failures),
        bytesSent - earlier.bytesSent,
        bytesReceived - earlier.bytesReceived);
  }

  private static Map<Operation, Long> difference(
      Map<Operation, Long> later, Map<Operation, Long> earlier) {
    Map<Operation, Long> counts = new EnumMap<>(Operation.class);
    later.forEach((kind, count) -> counts.put(kind, count - earlier.getOrDefault(kind, 0L)));
    counts.values().removeIf(count -> count == 0);
    return counts;
  }
}
