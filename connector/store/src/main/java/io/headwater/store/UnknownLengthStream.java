package io.headwater.store;

import io.headwater.store.exception.TransientStoreException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.channels.ClosedByInterruptException;

/** The body of a response of unknown length. The bytes themselves indicate the end. */
public final class UnknownLengthStream extends InputStream {
  private final ResponseBody body;
  private final String place;
  private boolean ended;

  /**
   * @param place the request and its object, for messages
   */
  public UnknownLengthStream(ResponseBody body, String place) {
    this.body = body;
    this.place = place;
  }

  @Override
  public int read() throws IOException {
    byte[] single = new byte[1];
    return read(single, 0, 1) < 0 ? -1 : single[0] & 0xFF;
  }

  @Override
  public int read(byte[] buffer, int offset, int count) throws IOException {
    try {
      int read = body.stream().read(buffer, offset, count);
      ended = read < 0;
      return read;
    } catch (ClosedByInterruptException e) {
      InterruptedIOException interrupted = new InterruptedIOException(place + ": interrupted");
      interrupted.initCause(e);
      throw interrupted;
    } catch (IOException e) {
      throw new TransientStoreException(place + ": the answer broke: " + e, e);
    }
  }

  @Override
  public void close() throws IOException {
    if (ended) {
      body.release();
    } else {
      body.abort();
    }
  }
}
