package io.headwater.store.layers;

import io.headwater.store.exception.TransientStoreException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** A stream that breaks after some bytes. */
final class CutStream extends FilterInputStream {
  private final String message;
  private long left;

  /**
   * @param left how many bytes it still returns
   */
  CutStream(InputStream stream, long left, String message) {
    super(stream);
    this.left = left;
    this.message = message;
  }

  @Override
  public int read() throws IOException {
    byte[] single = new byte[1];
    return read(single, 0, 1) < 0 ? -1 : single[0] & 0xFF;
  }

  @Override
  public int read(byte[] buffer, int offset, int length) throws IOException {
    if (left == 0 && length > 0) {
      throw new TransientStoreException(message, null);
    }
    int read = super.read(buffer, offset, (int) Math.min(length, left));
    left -= Math.max(0, read);
    return read;
  }

  @Override
  public long skip(long count) throws IOException {
    long skipped = super.skip(Math.min(count, left));
    left -= skipped;
    return skipped;
  }
}
