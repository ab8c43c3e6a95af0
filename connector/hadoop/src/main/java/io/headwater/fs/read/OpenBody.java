package io.headwater.fs.read;

import io.headwater.store.ObjectBody;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A reader's current response, if any, and its position. It holds a connection. If a program drops
 * a reader without closing it, {@link #closeForgotten} returns the connection when the reader is
 * garbage. Therefore this class must not refer to its reader.
 */
final class OpenBody {
  private static final Logger LOG = LoggerFactory.getLogger(OpenBody.class);

  private final String place;
  private ObjectBody body;
  private long position;

  OpenBody(String place) {
    this.place = place;
  }

  synchronized boolean isOpen() {
    return body != null;
  }

  /** The offset in the object of the next byte. */
  synchronized long position() {
    return position;
  }

  /** The offset in the object after the response's last byte. */
  synchronized long end() {
    return body.start() + body.length();
  }

  synchronized void begin(ObjectBody answer) {
    body = answer;
    position = answer.start();
  }

  synchronized void skipTo(long target) throws IOException {
    body.stream().skipNBytes(target - position);
    position = target;
  }

  synchronized int read(byte[] buffer, int offset, int count) throws IOException {
    int read = body.stream().read(buffer, offset, count);
    position += Math.max(read, 0);
    return read;
  }

  /** Returns the connection, if any. */
  synchronized void close() throws IOException {
    ObjectBody closed = body;
    body = null;
    if (closed != null) {
      closed.close();
    }
  }

  /** For a reader that is garbage. If it was closed properly, there is nothing to do. */
  synchronized void closeForgotten() {
    if (body == null) {
      return;
    }
    LOG.warn("A stream that reads {} was never closed. Its connection is released now", place);
    try {
      close();
    } catch (IOException e) {
      LOG.debug("Closing the leaked stream that reads {}", place, e);
    }
  }
}
