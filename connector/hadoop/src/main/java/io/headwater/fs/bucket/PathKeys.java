package io.headwater.fs.bucket;

import java.net.URI;
import java.util.Arrays;
import org.apache.hadoop.fs.InvalidPathException;
import org.apache.hadoop.fs.Path;

/**
 * Maps Hadoop's paths to a bucket's keys and back.
 *
 * @param root the file system's URI, {@code scheme://bucket}
 */
public record PathKeys(URI root) {

  /** The key of an absolute or qualified path, or empty for the root. */
  public String key(Path path) {
    String absolute = path.toUri().getPath();
    return absolute.isEmpty() ? "" : absolute.substring(1);
  }

  /** The key prefix of everything under a path: empty for the root, otherwise with a slash. */
  public static String folderPrefix(String key) {
    return key.isEmpty() ? "" : key + "/";
  }

  /**
   * The qualified path of a key.
   *
   * @throws InvalidPathException if no path names that key, because Hadoop would normalize it to
   *     another
   */
  public Path path(String key) {
    String trimmed = key.endsWith("/") ? key.substring(0, key.length() - 1) : key;
    if (!isNameable(trimmed)) {
      throw new InvalidPathException(
          "/" + key,
          "there is an object with this key in "
              + root
              + ", but a Hadoop path cannot name it (an empty, '.' or '..' element); rename or"
              + " delete it with an S3 or Swift client, or delete its folder recursively");
    }
    return new Path(root.getScheme(), root.getAuthority(), "/" + trimmed);
  }

  private static boolean isNameable(String key) {
    return Arrays.stream(key.split("/", -1))
        .noneMatch(element -> element.isEmpty() || element.equals(".") || element.equals(".."));
  }
}
