package io.headwater.store.content;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.LongConsumer;

/** A stream that reports the number of bytes after each read or skip. */
public final class CountedStream extends FilterInputStream {
  private final LongConsumer counter;

  /**
   * @param counter receives the number of bytes since the last report
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
