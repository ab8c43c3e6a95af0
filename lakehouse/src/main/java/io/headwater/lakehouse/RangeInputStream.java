package io.headwater.lakehouse;

import java.io.IOException;
import java.io.InputStream;
import java.util.function.LongSupplier;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.iceberg.io.DelegatingInputStream;
import org.apache.iceberg.io.RangeReadable;
import org.apache.iceberg.io.SeekableInputStream;

/** Reads a file by ranges. Parquet reads by Hadoop's stream, several ranges at once. */
final class RangeInputStream extends SeekableInputStream
    implements RangeReadable, DelegatingInputStream {
  private final FSDataInputStream stream;
  private final LongSupplier length;

  /**
   * @param length of the file, in bytes
   */
  RangeInputStream(FSDataInputStream stream, LongSupplier length) {
    this.stream = stream;
    this.length = length;
  }

  @Override
  public InputStream getDelegate() {
    return stream;
  }

  @Override
  public long getPos() throws IOException {
    return stream.getPos();
  }

  @Override
  public void seek(long position) throws IOException {
    stream.seek(position);
  }

  @Override
  public int read() throws IOException {
    return stream.read();
  }

  @Override
  public int read(byte[] buffer, int offset, int count) throws IOException {
    return stream.read(buffer, offset, count);
  }

  /** Reads a range, and leaves the position as it is. */
  @Override
  public void readFully(long position, byte[] buffer, int offset, int count) throws IOException {
    stream.readFully(position, buffer, offset, count);
  }

  /** Reads the last bytes, or all of a shorter file. */
  @Override
  public int readTail(byte[] buffer, int offset, int count) throws IOException {
    int read = (int) Math.min(count, length.getAsLong());
    stream.readFully(length.getAsLong() - read, buffer, offset, read);
    return read;
  }

  @Override
  public void close() throws IOException {
    stream.close();
  }
}
