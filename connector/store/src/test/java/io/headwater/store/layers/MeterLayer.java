package io.headwater.store.layers;

import io.headwater.store.GetOptions;
import io.headwater.store.ObjectBody;
import io.headwater.store.ObjectStore;
import io.headwater.store.Operation;
import io.headwater.store.content.CountedStream;
import io.headwater.store.storlet.StorletAnswer;
import io.headwater.store.storlet.StorletCall;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts requests and bytes. Inside a {@link RetryLayer} it counts every attempt. Around one it
 * counts none of the retries.
 */
public final class MeterLayer extends Layer {
  private final Map<Operation, LongAdder> requests = counters();
  private final Map<Operation, LongAdder> failures = counters();
  private final LongAdder bytesSent = new LongAdder();
  private final LongAdder bytesReceived = new LongAdder();

  /** Starts at zero. */
  public MeterLayer(ObjectStore inner) {
    super(inner);
  }

  /** The counts so far. */
  public MeterSnapshot snapshot() {
    return new MeterSnapshot(
        counted(requests), counted(failures), bytesSent.sum(), bytesReceived.sum());
  }

  @Override
  protected <T> T around(Request request, Call<T> call) throws IOException {
    requests.get(request.operation()).increment();
    boolean answered = false;
    try {
      T response = call.send();
      answered = true;
      bytesSent.add(request.bytes());
      return response;
    } finally {
      if (!answered) {
        failures.get(request.operation()).increment();
      }
    }
  }

  @Override
  public ObjectBody get(String key, GetOptions options) throws IOException {
    ObjectBody body = super.get(key, options);
    return new ObjectBody(
        body.info(),
        body.start(),
        body.length(),
        new CountedStream(body.stream(), bytesReceived::add));
  }

  /** Counts the bytes of the storlet's output, without the frames. */
  @Override
  public StorletAnswer run(String key, StorletCall call) throws IOException {
    return super.run(key, call).through(stream -> new CountedStream(stream, bytesReceived::add));
  }

  private static Map<Operation, LongAdder> counters() {
    Map<Operation, LongAdder> counters = new EnumMap<>(Operation.class);
    for (Operation operation : Operation.values()) {
      counters.put(operation, new LongAdder());
    }
    return counters;
  }

  private static Map<Operation, Long> counted(Map<Operation, LongAdder> counters) {
    Map<Operation, Long> counts = new EnumMap<>(Operation.class);
    counters.forEach((operation, counter) -> counts.put(operation, counter.sum()));
    counts.values().removeIf(count -> count == 0);
    return counts;
  }
}
