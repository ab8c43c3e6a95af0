package io.headwater.store.storlet;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.headwater.store.exception.TransientStoreException;
import io.headwater.store.storlet.StorletNames.FrameType;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32;

/**
 * Splits a response into frames and checks them: {@code protocol/STORLETS.md}, section 3. Malformed
 * frames throw a {@link TransientStoreException}.
 */
final class FrameReader {
  /** The most bytes in one frame. */
  static final int MAX_PAYLOAD = 1 << 20;

  private static final int CHECKED_HEADER = 5;
  private static final int HEADER = CHECKED_HEADER + Integer.BYTES;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final InputStream stream;
  private final String place;
  private final byte[] header = new byte[HEADER];
  private byte[] payload = new byte[0];
  private boolean metadataMayCome = true;

  /**
   * @param place the request's name in messages
   */
  FrameReader(InputStream stream, String place) {
    this.stream = stream;
    this.place = place;
  }

  /**
   * A frame.
   *
   * @param type one of the five types
   * @param payload its bytes, from the array's start; the next frame overwrites them
   * @param length the number of bytes
   */
  record Frame(char type, byte[] payload, int length) {
    /** Whether this must be the last frame. */
    boolean isLast() {
      return type == FrameType.END || type == FrameType.ERROR;
    }

    /**
     * Whether it carries nothing: padding, or data without bytes. Such a frame indicates that the
     * response is still being computed.
     */
    boolean isKeepAlive() {
      return type == FrameType.PADDING || (type == FrameType.DATA && length == 0);
    }
  }

  /** The next frame. One exists until the last frame was returned. */
  Frame next() throws IOException {
    fill(header, HEADER);
    ByteBuffer fields = ByteBuffer.wrap(header).order(ByteOrder.LITTLE_ENDIAN);
    char type = (char) (fields.get() & 0xFF);
    int length = fields.getInt();
    requireBeginning(type, length);
    if (payload.length < length) {
      payload = new byte[length];
    }
    fill(payload, length);
    CRC32 checksum = new CRC32();
    checksum.update(header, 0, CHECKED_HEADER);
    checksum.update(payload, 0, length);
    if ((int) checksum.getValue() != fields.getInt()) {
      throw broken("a frame whose checksum is wrong");
    }
    Frame frame = new Frame(type, payload, length);
    requireOrder(frame);
    return frame;
  }

  private void requireBeginning(char type, int length) throws TransientStoreException {
    boolean known =
        type == FrameType.METADATA
            || type == FrameType.DATA
            || type == FrameType.PADDING
            || type == FrameType.END
            || type == FrameType.ERROR;
    if (!known || length < 0 || length > MAX_PAYLOAD) {
      throw broken(
          "no frame begins with type "
              + (int) type
              + ", length "
              + Integer.toUnsignedString(length));
    }
  }

  private void requireOrder(Frame frame) throws IOException {
    if (frame.type() == FrameType.METADATA && !metadataMayCome) {
      throw broken("a frame of metadata that comes too late");
    }
    metadataMayCome &= frame.isKeepAlive();
    if (frame.isLast() && stream.read() >= 0) {
      throw broken("bytes after the last frame");
    }
  }

  private void fill(byte[] target, int length) throws IOException {
    if (stream.readNBytes(target, 0, length) < length) {
      throw broken("it ended before its last frame");
    }
  }

  /** The JSON object in a frame. */
  JsonNode document(Frame frame) throws IOException {
    try {
      JsonNode document = JSON.readTree(frame.payload(), 0, frame.length());
      if (document.isObject()) {
        return document;
      }
      throw broken("a frame of type " + frame.type() + " that is no JSON object");
    } catch (JsonProcessingException e) {
      throw new TransientStoreException(
          place + ": the answer is broken: a frame of type " + frame.type() + " that is no JSON",
          e);
    }
  }

  private TransientStoreException broken(String problem) {
    return new TransientStoreException(place + ": the answer is broken: " + problem, null);
  }
}
