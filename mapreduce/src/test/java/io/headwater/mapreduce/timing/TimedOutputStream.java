package io.headwater.mapreduce.timing;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/** Times writes and the close. */
final class TimedOutputStream extends OutputStream {
  private static final int BUFFER_BYTES = 1 << 16;

  private final OutputStream stream;

  private TimedOutputStream(OutputStream stream) {
    this.stream = stream;
  }

  /** Buffers small writes, because timing each record would cost more than writing it. */
  static OutputStream around(OutputStream stream) {
    return new BufferedOutputStream(new TimedOutputStream(stream), BUFFER_BYTES);
  }

  @Override
  public void write(int value) throws IOException {
    write(new byte[] {(byte) value}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int count) throws IOException {
    CallTimes.time(
        "write",
        () -> {
          stream.write(bytes, offset, count);
          return null;
        });
  }

  @Override
  public void close() throws IOException {
    CallTimes.time(
        "close",
        () -> {
          stream.close();
          return null;
        });
  }
}
