package io.headwater.store.s3;

import io.headwater.store.TransientStoreException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.core.exception.AbortedException;

/** The body of a response of unknown length. The bytes themselves indicate the end. */
final class UnannouncedStream extends InputStream {
  private final ResponseInputStream<?> stream;
  private final String place;
  private boolean ended;

  UnannouncedStream(ResponseInputStream<?> stream, String place) {
    this.stream = stream;
    this.place = place;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] buffer, int offset, int count) throws IOException {
    try {
      int read = stream.read(buffer, offset, count);
      ended = read < 0;
      return read;
    } catch (AbortedException e) {
      Thread.currentThread().interrupt();
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
      stream.close();
    } else {
      stream.abort();
    }
  }
}
