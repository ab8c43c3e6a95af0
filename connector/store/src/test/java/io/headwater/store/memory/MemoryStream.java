package io.headwater.store.memory;

import io.headwater.store.ObjectInfo;
import io.headwater.store.ObjectStream;
import io.headwater.store.PutOptions;
import io.headwater.store.content.Content;
import java.io.ByteArrayOutputStream;
import java.io.IOException;

/** An object that a {@link MemoryStore} receives in pieces. It never becomes visible early. */
final class MemoryStream implements ObjectStream {
  private final MemoryStore store;
  private final String key;
  private final PutOptions options;
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private ObjectInfo finished;
  private boolean ended;

  MemoryStream(MemoryStore store, String key, PutOptions options) {
    this.store = store;
    this.key = key;
    this.options = options;
  }

  @Override
  public void write(byte[] written, int offset, int count) throws IOException {
    requireOpen();
    bytes.write(written, offset, count);
  }

  @Override
  public void seal() throws IOException {
    requireOpen();
  }

  @Override
  public ObjectInfo finish() throws IOException {
    if (finished == null) {
      requireOpen();
      finished = store.put(key, Content.of(bytes.toByteArray()), options);
      ended = true;
    }
    return finished;
  }

  private void requireOpen() throws IOException {
    if (ended) {
      throw new IOException("the stream to " + store.name() + "/" + key + " has ended");
    }
  }

  @Override
  public void close() {
    ended = true;
  }
}
