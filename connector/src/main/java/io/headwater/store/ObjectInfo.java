package io.headwater.store;

import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * What a store tells about an object besides its bytes.
 *
 * @param key the object's whole name
 * @param length in bytes
 * @param etag the store's entity tag without quotes (RFC 9110, section 8.8.3); it changes with the
 *     content and is not a checksum
 * @param lastModified as the store tells it, usually in whole seconds
 * @param metadata the user metadata, names in lower case; empty in listings, which do not bear it
 * @param isDirectory whether the object is empty and its media type is that of a directory; false
 *     in listings by S3's API, which have no media types
 */
public record ObjectInfo(
    String key,
    long length,
    String etag,
    Instant lastModified,
    Map<String, String> metadata,
    boolean isDirectory) {
  /**
   * The types by which Stocator and Hadoop's Swift file system, s3fs and Cyberduck mark folders.
   */
  private static final Set<String> DIRECTORIES =
      Set.of("application/directory", "application/x-directory", "httpd/unix-directory");

  public ObjectInfo {
    metadata = Map.copyOf(metadata);
  }

  /** An object of no media type. */
  public ObjectInfo(
      String key, long length, String etag, Instant lastModified, Map<String, String> metadata) {
    this(key, length, etag, lastModified, metadata, false);
  }

  /**
   * The same object with its media type.
   *
   * @param mediaType as in the header Content-Type; null if the store sent none
   */
  public ObjectInfo withType(String mediaType) {
    boolean marks =
        length == 0
            && mediaType != null
            && DIRECTORIES.contains(mediaType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT));
    return new ObjectInfo(key, length, etag, lastModified, metadata, marks);
  }
}
