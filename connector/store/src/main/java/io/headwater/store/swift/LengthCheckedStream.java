package io.headwater.store.swift;

import io.headwater.store.TransientStoreException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import org.apache.hc.core5.http.ClassicHttpResponse;

/**
 * The body of a response with a known length. If the body ends before that length, reading throws.
 * A truncated response therefore never passes for a short object.
 */
final class LengthCheckedStream extends InputStream {
  /** At most this many unread bytes are drained on close, because a new connection costs more. */
  static final long DRAIN_LIMIT = 64 << 10;

  private final ClassicHttpResponse answer;
  private final InputStream stream;
  private final String place;
  private final long length;
  private long position;
  private boolean broken;
  private boolean closed;

  LengthCheckedStream(ClassicHttpResponse answer, InputStream stream, String place, long length) {
    this.answer = answer;
    this.stream = stream;
    this.place = place;
    this.length = length;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
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
          place + ": the answer ended after " + position + " of " + length + " bytes", null);
    }
    position += read;
    return read;
  }

  private int receive(byte[] buffer, int offset, int count) throws IOException {
    try {
      return stream.read(buffer, offset, count);
    } catch (IOException e) {
      broken = true;
      throw new TransientStoreException(
          place + ": the answer broke after " + position + " of " + length + " bytes: " + e, e);
    }
  }

  @Override
  public int available() throws IOException {
    return closed ? 0 : (int) Math.min(stream.available(), length - position);
  }

  /**
   * Closing a response that has an entity reads the entity to its end. Closing one without an
   * entity closes its connection.
   */
  @Override
  public void close() throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    try (answer) {
      if (!broken && length - position <= DRAIN_LIMIT) {
        stream.skipNBytes(length - position);
        stream.close();
      } else {
        answer.setEntity(null);
      }
    } catch (IOException e) {
      // Every requested byte was delivered. Only the connection is lost.
      broken = true;
    }
  }
}
