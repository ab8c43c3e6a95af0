package io.headwater.store.layers;

import io.headwater.store.ObjectInfo;
import io.headwater.store.ObjectStream;
import io.headwater.store.Operation;
import io.headwater.store.PutMode;
import java.io.IOException;

/**
 * The inner store's stream. Its end goes through the layer's {@link Layer#around}. Its bytes do
 * not, because they can be sent only once.
 */
final class LayerStream implements ObjectStream {
  private final Layer layer;
  private final ObjectStream inner;
  private final String key;
  private final PutMode mode;
  private long length;
  private boolean finished;

  LayerStream(Layer layer, ObjectStream inner, String key, PutMode mode) {
    this.layer = layer;
    this.inner = inner;
    this.key = key;
    this.mode = mode;
  }

  @Override
  public void write(byte[] bytes, int offset, int count) throws IOException {
    inner.write(bytes, offset, count);
    length += count;
  }

  @Override
  public void seal() throws IOException {
    inner.seal();
  }

  @Override
  public ObjectInfo finish() throws IOException {
    Request request = Request.sending(Operation.PUT, key, mode, length);
    ObjectInfo made = layer.around(request, inner::finish);
    finished = true;
    return made;
  }

  @Override
  public void close() throws IOException {
    if (finished) {
      return;
    }
    layer.around(
        Request.of(Operation.ABORT_UPLOAD, key),
        () -> {
          inner.close();
          return key;
        });
  }
}
