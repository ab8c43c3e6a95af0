package io.headwater.store;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.LongConsumer;

/** A stream that tells how many bytes were read of it, or skipped, each time some were. */
public final class CountedStream extends FilterInputStream {
  private final LongConsumer counter;

  /**
   * @param counter told of bytes that were read since it was told last
   */
  public CountedStream(InputStream stream, LongConsumer counter) {
    super(stream);
    this.counter = counter;
  }

  @Override
  public int read() throws IOException {
    int read = super.read();
    counter.accept(read < 0 ? 0 : 1);
    return read;
  }

  @Override
  public int read(byte[] buffer, int offset, int length) throws IOException {
    int read = super.read(buffer, offset, length);
    counter.accept(Math.max(0, read));
    return read;
  }

  @Override
  public long skip(long count) throws IOException {
    long skipped = super.skip(count);
    counter.accept(skipped);
    return skipped;
  }
}
