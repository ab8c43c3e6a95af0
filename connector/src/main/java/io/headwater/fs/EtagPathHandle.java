package io.headwater.fs;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.fs.PathHandle;

/**
 * A reference to a file as it was when its status was taken: its path and ETag. It finds neither a
 * file that was moved nor one that was replaced.
 *
 * @param path the file's path, without scheme and bucket
 * @param etag the ETag that the file must still have; empty if any content will do
 */
record EtagPathHandle(String path, String etag) implements PathHandle {
  private static final long serialVersionUID = 1L;

  /** Reads what {@link #bytes} wrote, in this process or another one. */
  static EtagPathHandle parse(ByteBuffer bytes) {
    String[] lines = StandardCharsets.UTF_8.decode(bytes.duplicate()).toString().split("\n", 2);
    if (lines.length != 2) {
      throw new IllegalArgumentException("these bytes are no path handle of Headwater's");
    }
    return new EtagPathHandle(lines[1], lines[0]);
  }

  @Override
  public ByteBuffer bytes() {
    return ByteBuffer.wrap((etag + "\n" + path).getBytes(StandardCharsets.UTF_8));
  }
}
