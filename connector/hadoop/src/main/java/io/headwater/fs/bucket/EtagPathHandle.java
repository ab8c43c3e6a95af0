package io.headwater.fs.bucket;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.fs.PathHandle;

/**
 * A reference to one version of a file: its path and ETag. It finds neither a moved file nor a
 * replaced one.
 *
 * @param path the file's path, without scheme and bucket
 * @param etag the ETag that the file must have, or empty for any content
 */
public record EtagPathHandle(String path, String etag) implements PathHandle {
  private static final long serialVersionUID = 1L;

  /** Parses the output of {@link #bytes}, possibly from another process. */
  public static EtagPathHandle parse(ByteBuffer bytes) {
    String[] lines = StandardCharsets.UTF_8.decode(bytes.duplicate()).toString().split("\n", 2);
    if (lines.length != 2) {
      throw new IllegalArgumentException("these bytes are not a path handle of Headwater");
    }
    return new EtagPathHandle(lines[1], lines[0]);
  }

  @Override
  public ByteBuffer bytes() {
    return ByteBuffer.wrap((etag + "\n" + path).getBytes(StandardCharsets.UTF_8));
  }
}
