package io.headwater.store.layers;

import io.headwater.store.Operation;
import io.headwater.store.StreamRequests;
import java.io.IOException;

/**
 * The repeatable requests of a stream. They go through a layer and through those around it.
 *
 * @param layer the layer
 * @param outer the layers around it
 * @param key the stream's
 */
record LayerRequests(Layer layer, StreamRequests outer, String key) implements StreamRequests {
  @Override
  public <T> T send(Operation operation, Repeatable<T> request) throws IOException {
    Request description = Request.of(operation, key);
    return outer.send(operation, () -> layer.around(description, request::send));
  }
}
