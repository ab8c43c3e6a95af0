package io.headwater.fs;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.apache.hadoop.fs.FileSystem;

/** A stream whose bytes are counted as its file system's, which Spark shows as a task's input. */
final class CountedStream extends FilterInputStream {
  private final FileSystem.Statistics statistics;

  CountedStream(InputStream stream, FileSystem.Statistics statistics) {
    super(stream);
    this.statistics = statistics;
  }

  @Override
  public int read() throws IOException {
    int read = super.read();
    statistics.incrementBytesRead(read < 0 ? 0 : 1);
    return read;
  }

  @Override
  public int read(byte[] buffer, int offset, int length) throws IOException {
    int read = super.read(buffer, offset, length);
    statistics.incrementBytesRead(Math.max(0, read));
    return read;
  }

  @Override
  public long skip(long count) throws IOException {
    long skipped = super.skip(count);
    statistics.incrementBytesRead(skipped);
    return skipped;
  }
}
