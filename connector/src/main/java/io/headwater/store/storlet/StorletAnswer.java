package io.headwater.store.storlet;

import com.fasterxml.jackson.databind.JsonNode;
import io.headwater.store.TransientStoreException;
import io.headwater.store.storlet.FrameReader.Frame;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** The answer to a {@link StorletCall}, which holds a connection until it is closed. */
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
   * The answer in a body of frames, which is read up to the first that is of data. Whatever is
   * wrong with that closes the body.
   *
   * @param etag of the source object, without quotes; empty where the store hides it
   * @param type the body's media type
   * @param body whose close gives the connection back, whether it was read to its end or not
   * @param place the request, as messages name it
   * @throws StorletsUnsupportedException if the body has no frames
   * @throws StorletRefusedException if its first frame tells an error
   */
  public static StorletAnswer open(String etag, String type, InputStream body, String place)
      throws IOException {
    try {
      if (!FrameReader.MEDIA_TYPE.equalsIgnoreCase(type)) {
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

  /** This answer with its stream behind another one. */
  public StorletAnswer through(UnaryOperator<InputStream> other) {
    return new StorletAnswer(etag, frames, other.apply(stream));
  }

  /** The source object's ETag, without quotes; empty where a policy hides it. */
  public String etag() {
    return etag;
  }

  /** The user metadata that the storlet set before its first byte. */
  public Map<String, String> metadata() {
    return frames.metadata;
  }

  /**
   * The answer's bytes; reading needs no buffering to be fast in large reads. The end is told only
   * if the answer is whole: one that is cut or damaged throws a {@link TransientStoreException},
   * one of a storlet that failed a {@link StorletFailedException}.
   */
  public InputStream stream() {
    return stream;
  }

  /** What it took; there once the stream has told its end. */
  public Optional<StorletCounts> counts() {
    return Optional.ofNullable(frames.counts);
  }

  /** Gives the connection back; with bytes unread it is closed instead of drained. */
  @Override
  public void close() throws IOException {
    stream.close();
  }

  /** The payloads of the data frames, one after another. */
  private static final class FramedStream extends InputStream {
    private static final Frame NOTHING = new Frame(FrameReader.DATA, new byte[0], 0);

    private final InputStream body;
    private final String place;

    /** Null once this is closed: its buffer is as long as a frame. */
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

    /** Reads up to the first frame that says something. */
    void begin() throws IOException {
      do {
        frame = reader.next();
      } while (frame.isKeepAlive());
      if (frame.type() == FrameReader.ERROR) {
        throw refused(reader.document(frame));
      }
      if (frame.type() == FrameReader.METADATA) {
        metadata = texts(reader.document(frame).path("metadata"));
        frame = NOTHING;
      }
      see();
    }

    private static Map<String, String> texts(JsonNode object) {
      Map<String, String> texts = new TreeMap<>();
      object.fields().forEachRemaining(each -> texts.put(each.getKey(), each.getValue().asText()));
      return Collections.unmodifiableMap(texts);
    }

    /** What a frame other than of data means. */
    private void see() throws IOException {
      if (frame.type() == FrameReader.END) {
        counts = StorletCounts.of(reader.document(frame));
      } else if (frame.type() == FrameReader.ERROR) {
        throw failed(reader.document(frame));
      }
    }

    /** An error before anything else is what the store would have answered instead of a 200. */
    private StorletRefusedException refused(JsonNode told) {
      return new StorletRefusal(
              told.path("error").asText("internal"),
              told.path("message").asText(),
              told.path("stderr").asText(),
              told.path("retry_after").asText())
          .exception(place, null);
    }

    private StorletFailedException failed(JsonNode told) {
      String reason = told.path("error").asText("internal");
      String message =
          StorletRefusal.text(told.path("message").asText(), told.path("stderr").asText());
      return new StorletFailedException(
          place + ": the storlet failed midway (" + reason + "): " + message, reason);
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
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
