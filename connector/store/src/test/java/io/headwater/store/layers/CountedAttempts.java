package io.headwater.store.layers;

import io.headwater.store.Operation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Lists the counted events in their order. */
final class CountedAttempts implements RequestCounts {
  private final List<String> events = Collections.synchronizedList(new ArrayList<>());

  List<String> events() {
    return List.copyOf(events);
  }

  @Override
  public void attempt(Operation operation) {
    events.add("attempt " + operation);
  }

  @Override
  public void success(long bytes) {
    events.add("success " + bytes);
  }

  @Override
  public void failure(Operation operation) {
    events.add("failure " + operation);
  }

  @Override
  public void throttled() {
    events.add("throttled");
  }
}
