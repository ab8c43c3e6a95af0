package io.headwater.store;

import io.headwater.store.exception.TransientStoreException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.util.Objects;

/**
 * The body of a response with a known length. If the body ends before that length, reading throws.
 * A truncated response therefore never passes for a short object.
 */
public final class LengthCheckedStream extends InputStream {
  /** At most this many unread bytes are drained on close, because a new connection costs more. */
  public static final long DRAIN_LIMIT = 64 << 10;

  private final ResponseBody body;
  private final String place;
  private final long length;
  private long position;
  private boolean broken;
  private boolean closed;

  /**
   * @param place the request and its object, for messages
   * @param length the length that the response announces, in bytes
   */
  public LengthCheckedStream(ResponseBody body, String place, long length) {
    this.body = body;
    this.place = place;
    this.length = length;
  }

  @Override
  public int read() throws IOException {
    byte[] single = new byte[1];
    return read(single, 0, 1) < 0 ? -1 : single[0] & 0xFF;
  }

  @Override
  public int read(byte[] buffer, int offset, int count) throws IOException {
    Objects.checkFromIndexSize(offset, count, buffer.length);
    if (closed) {
      throw new IOException(place + ": the stream is closed");
    }
    if (count == 0) {
      return 0;
    }
    if (position == length) {
      return -1;
    }
    int read = receive(buffer, offset, (int) Math.min(count, length - position));
    if (read < 0) {
      broken = true;
      throw new TransientStoreException(
          place + ": the response ended after " + position + " of " + length + " bytes", null);
    }
    position += read;
    return read;
  }

  private int receive(byte[] buffer, int offset, int count) throws IOException {
    try {
      return body.stream().read(buffer, offset, count);
    } catch (ClosedByInterruptException e) {
      broken = true;
      InterruptedIOException interrupted =
          new InterruptedIOException(place + ": interrupted after " + position + " bytes");
      interrupted.initCause(e);
      throw interrupted;
    } catch (IOException e) {
      broken = true;
      throw new TransientStoreException(
          place + ": the response broke off after " + position + " of " + length + " bytes: " + e,
          e);
    }
  }

  @Override
  public int available() throws IOException {
    return closed ? 0 : (int) Math.min(body.stream().available(), length - position);
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    if (broken || length - position > DRAIN_LIMIT) {
      abort();
      return;
    }
    try {
      body.stream().skipNBytes(length - position);
      body.release();
    } catch (IOException e) {
      abort();
    }
  }

  /** A failure has no effect: every requested byte was delivered. Only the connection is lost. */
  private void abort() {
    try {
      body.abort();
    } catch (IOException e) {
      broken = true;
    }
  }
}
