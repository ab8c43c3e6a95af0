package io.headwater.store.swift;

import io.headwater.store.TransientStoreException;
import java.io.IOException;
import java.io.InputStream;
import org.apache.hc.core5.http.ClassicHttpResponse;

/** The body of a response of unknown length. The bytes themselves indicate the end. */
final class UnannouncedStream extends InputStream {
  private final ClassicHttpResponse answer;
  private final InputStream stream;
  private final String place;
  private boolean ended;

  UnannouncedStream(ClassicHttpResponse answer, String place) throws IOException {
    this.answer = answer;
    this.stream =
        answer.getEntity() == null
            ? InputStream.nullInputStream()
            : answer.getEntity().getContent();
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
    } catch (IOException e) {
      throw new TransientStoreException(place + ": the answer broke: " + e, e);
    }
  }

  /**
   * Closing a response that has an entity reads the entity to its end. Closing one without an
   * entity closes its connection.
   */
  @Override
  public void close() throws IOException {
    if (!ended) {
      answer.setEntity(null);
    }
    answer.close();
  }
}
