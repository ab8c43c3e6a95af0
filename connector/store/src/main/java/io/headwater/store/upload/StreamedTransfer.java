package io.headwater.store.upload;

import io.headwater.store.ObjectInfo;
import io.headwater.store.ObjectStore;
import io.headwater.store.ObjectStream;
import io.headwater.store.StreamOptions;
import java.io.IOException;
import java.io.InputStream;

/**
 * Sends bytes as they are written, after a minimum length. A short object is buffered in memory and
 * sent by one PUT, which can be repeated. It holds no connection until publication. If the store
 * accepts no further stream, the object is buffered.
 */
final class StreamedTransfer implements Transfer {
  private static final int COPIED_AT_ONCE = 64 << 10;

  private final ObjectStore store;
  private final UploadResources resources;
  private final String key;
  private final StreamOptions options;
  private final long longestKept;
  private final PartBuffer first;
  private ObjectStream stream;
  private BufferedTransfer buffered;

  /**
   * @param longestKept in bytes: an object up to this length is buffered
   */
  StreamedTransfer(
      ObjectStore store,
      UploadResources resources,
      String key,
      StreamOptions options,
      long longestKept) {
    this.store = store;
    this.resources = resources;
    this.key = key;
    this.options = options;
    this.longestKept = longestKept;
    this.first = resources.newBuffer();
  }

  @Override
  public void write(byte[] bytes, int offset, int count) throws IOException {
    if (stream == null && buffered == null && first.length() + count <= longestKept) {
      first.append(bytes, offset, count);
      return;
    }
    if (stream == null && buffered == null) {
      begin();
    }
    send(bytes, offset, count);
  }

  private void send(byte[] bytes, int offset, int count) throws IOException {
    if (buffered != null) {
      buffered.write(bytes, offset, count);
    } else {
      stream.write(bytes, offset, count);
    }
  }

  private void begin() throws IOException {
    stream = store.stream(key, options).orElse(null);
    if (stream == null) {
      buffered = new BufferedTransfer(store, resources, key, options.put());
    }
    try (InputStream kept = first.open()) {
      byte[] buffer = new byte[COPIED_AT_ONCE];
      for (int read = kept.read(buffer); read >= 0; read = kept.read(buffer)) {
        send(buffer, 0, read);
      }
    }
    first.close();
  }

  @Override
  public void seal() throws IOException {
    if (buffered != null) {
      buffered.seal();
    } else if (stream != null) {
      stream.seal();
    } else {
      first.seal();
    }
  }

  @Override
  public ObjectInfo publishAs(String target) throws IOException {
    if (buffered != null) {
      return buffered.publishAs(target);
    }
    if (stream == null) {
      return store.put(target, first, options.put());
    }
    return Relocation.to(target, key, stream.finish(), store);
  }

  @Override
  public void abort() throws IOException {
    if (buffered != null) {
      buffered.abort();
    } else if (stream != null) {
      stream.close();
    }
  }

  @Override
  public void release() throws IOException {
    first.close();
    if (buffered != null) {
      buffered.release();
    }
  }
}
