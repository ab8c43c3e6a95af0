package io.headwater.store.storlet;

import com.fasterxml.jackson.databind.JsonNode;
import io.headwater.store.exception.TransientStoreException;
import io.headwater.store.storlet.FrameReader.Frame;
import io.headwater.store.storlet.StorletNames.FrameType;
import io.headwater.store.storlet.StorletNames.Reason;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** The response to a {@link StorletCall}. It holds a connection until it is closed. */
public final class StorletAnswer implements Closeable {
  private final String etag;
  private final FramedStream frames;
  private final InputStream stream;

  private StorletAnswer(String etag, FramedStream frames, InputStream stream) {
    this.etag = etag;
    this.frames = frames;
    this.stream = stream;
  }

  /**
   * Opens a response from a body of frames and reads it up to the first data frame. If that fails,
   * the body is closed.
   *
   * @param etag of the source object, without quotes, or empty if the store hides it
   * @param type the body's media type
   * @param body returns its connection on close, whether or not it was read to its end
   * @param place the request's name in messages
   * @throws StorletsUnsupportedException if the body has no frames
   * @throws StorletRefusedException if its first frame is an error
   */
  public static StorletAnswer open(String etag, String type, InputStream body, String place)
      throws IOException {
    try {
      if (!StorletNames.MEDIA_TYPE.equalsIgnoreCase(type)) {
        throw new StorletsUnsupportedException(
            place + ": the store runs no storlets: it answered with " + type + ", not with frames");
      }
      FramedStream frames = new FramedStream(body, place);
      frames.begin();
      return new StorletAnswer(etag, frames, frames);
    } catch (IOException e) {
      try (body) {
        throw e;
      }
    }
  }

  /** This response with its stream wrapped by another. */
  public StorletAnswer through(UnaryOperator<InputStream> other) {
    return new StorletAnswer(etag, frames, other.apply(stream));
  }

  /** The source object's ETag, without quotes, or empty if a policy hides it. */
  public String etag() {
    return etag;
  }

  /** The user metadata that the storlet set before its first byte. */
  public Map<String, String> metadata() {
    return frames.metadata;
  }

  /**
   * The response's bytes. Large reads need no buffering. The stream ends only if the response is
   * complete. A truncated or damaged response throws a {@link TransientStoreException}, a failed
   * storlet a {@link StorletFailedException}.
   */
  public InputStream stream() {
    return stream;
  }

  /** The costs of the call; present after the stream has ended. */
  public Optional<StorletCounts> counts() {
    return Optional.ofNullable(frames.counts);
  }

  /** Returns the connection. If bytes are unread, it is closed instead of drained. */
  @Override
  public void close() throws IOException {
    stream.close();
  }

  /** The payloads of the data frames, one after another. */
  private static final class FramedStream extends InputStream {
    private static final Frame NOTHING = new Frame(FrameType.DATA, new byte[0], 0);

    private final InputStream body;
    private final String place;

    /** Null after close, because its buffer is as long as a frame. */
    private FrameReader reader;

    private Map<String, String> metadata = Map.of();
    private StorletCounts counts;
    private Frame frame = NOTHING;
    private int position;

    FramedStream(InputStream body, String place) {
      this.body = body;
      this.place = place;
      this.reader = new FrameReader(body, place);
    }

    /** Reads up to the first frame with content. */
    void begin() throws IOException {
      do {
        frame = reader.next();
      } while (frame.isKeepAlive());
      if (frame.type() == FrameType.ERROR) {
        throw refused(reader.document(frame));
      }
      if (frame.type() == FrameType.METADATA) {
        metadata = texts(reader.document(frame).path("metadata"));
        frame = NOTHING;
      }
      see();
    }

    private static Map<String, String> texts(JsonNode object) {
      Map<String, String> texts = new TreeMap<>();
      object.properties().forEach(each -> texts.put(each.getKey(), each.getValue().asText()));
      return Collections.unmodifiableMap(texts);
    }

    /** Interprets a frame other than data. */
    private void see() throws IOException {
      if (frame.type() == FrameType.END) {
        counts = StorletCounts.of(reader.document(frame));
      } else if (frame.type() == FrameType.ERROR) {
        throw failed(reader.document(frame));
      }
    }

    /**
     * Converts an error in the first frame. Without an early 200, the store would have responded
     * with this error.
     */
    private StorletRefusedException refused(JsonNode report) {
      return new StorletRefusal(
              report.path("error").asText(Reason.INTERNAL),
              report.path("message").asText(),
              report.path("stderr").asText(),
              report.path("retry_after").asText())
          .exception(place, null);
    }

    private StorletFailedException failed(JsonNode report) {
      String reason = report.path("error").asText(Reason.INTERNAL);
      String message =
          StorletRefusal.text(report.path("message").asText(), report.path("stderr").asText());
      return new StorletFailedException(
          place + ": the storlet failed midway (" + reason + "): " + message, reason);
    }

    @Override
    public int read() throws IOException {
      byte[] single = new byte[1];
      return read(single, 0, 1) < 0 ? -1 : single[0] & 0xFF;
    }

    @Override
    public int read(byte[] target, int offset, int count) throws IOException {
      if (count == 0) {
        return 0;
      }
      if (reader == null) {
        throw new IOException(place + ": the answer is closed");
      }
      while (counts == null && position == frame.length()) {
        frame = reader.next();
        position = 0;
        if (frame.isKeepAlive()) {
          frame = NOTHING;
        }
        see();
      }
      if (counts != null) {
        return -1;
      }
      int read = Math.min(count, frame.length() - position);
      System.arraycopy(frame.payload(), position, target, offset, read);
      position += read;
      return read;
    }

    @Override
    public int available() {
      return counts == null ? frame.length() - position : 0;
    }

    @Override
    public void close() throws IOException {
      reader = null;
      frame = NOTHING;
      position = 0;
      body.close();
    }
  }
}
