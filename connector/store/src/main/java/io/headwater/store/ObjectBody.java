package io.headwater.store;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;

/**
 * The response to a GET.
 *
 * @param info of the complete object, whatever the range
 * @param start the offset in the object of the stream's first byte
 * @param length the number of bytes in the stream; if the response has fewer, reading throws an
 *     {@link IOException} at its end
 * @param stream the bytes; large reads need no buffering
 */
public record ObjectBody(ObjectInfo info, long start, long length, InputStream stream)
    implements Closeable {
  /** Returns the connection. If bytes are unread, it may be closed instead of drained. */
  @Override
  public void close() throws IOException {
    stream.close();
  }
}
