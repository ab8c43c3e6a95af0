package io.headwater.store;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;

/**
 * The answer to a GET.
 *
 * @param info of the whole object, whatever the range
 * @param start the offset in the object of the stream's first byte
 * @param length the number of bytes in the stream; fewer mean a broken answer, for which reading
 *     throws an {@link IOException} instead of telling the end
 * @param stream the bytes; reading it needs no buffering to be fast in large reads
 */
public record ObjectBody(ObjectInfo info, long start, long length, InputStream stream)
    implements Closeable {
  /** Gives the connection back; with bytes unread it may be closed instead of drained. */
  @Override
  public void close() throws IOException {
    stream.close();
  }
}
