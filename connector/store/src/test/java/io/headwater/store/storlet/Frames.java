package io.headwater.store.storlet;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;

/** Handmade responses in frames: {@code protocol/STORLETS.md}, section 3. */
public final class Frames {
  private static final String END = "{\"bytes_in\": 3, \"bytes_out\": 3}";

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  /** Adds a frame with a text. */
  public Frames add(char type, String payload) {
    return add(type, payload.getBytes(StandardCharsets.UTF_8));
  }

  /** Adds a frame. */
  public Frames add(char type, byte[] payload) {
    ByteBuffer frame = ByteBuffer.allocate(9 + payload.length).order(ByteOrder.LITTLE_ENDIAN);
    frame.put((byte) type).putInt(payload.length);
    CRC32 checksum = new CRC32();
    checksum.update(frame.array(), 0, 5);
    checksum.update(payload);
    frame.putInt((int) checksum.getValue()).put(payload);
    bytes.writeBytes(frame.array());
    return this;
  }

  /** A complete response with this text. */
  public static StorletAnswer whole(String text) throws IOException {
    return new Frames().add('D', text).add('E', END).answer();
  }

  /** The response, which may be incomplete. */
  public StorletAnswer answer() throws IOException {
    var body = new ByteArrayInputStream(bytes.toByteArray());
    return StorletAnswer.open("etag", "application/vnd.headwater.frames", body, "STORLET a");
  }
}
