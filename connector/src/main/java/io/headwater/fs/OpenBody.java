package io.headwater.fs;

import io.headwater.store.ObjectBody;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The answer that a reader is in the middle of, if any, and how far. It holds a connection: where a
 * program drops a reader without closing it, {@link #closeForgotten} gives the connection back when
 * the reader has become garbage. So this must not refer to its reader.
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

  /** The offset in the object after the answer's last byte. */
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

  /** Gives the connection back; does nothing if there is none. */
  synchronized void close() throws IOException {
    ObjectBody closed = body;
    body = null;
    if (closed != null) {
      closed.close();
    }
  }

  /** For a reader that is garbage; closing it properly left nothing to do here. */
  synchronized void closeForgotten() {
    if (body == null) {
      return;
    }
    LOG.warn("A stream that reads {} was never closed; its connection is given back now", place);
    try {
      close();
    } catch (IOException e) {
      LOG.debug("Closing the forgotten stream that reads {}", place, e);
    }
  }
}
