package io.headwater.store;

import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * A store's description of an object, without its bytes.
 *
 * @param key the object's full name
 * @param length in bytes
 * @param etag the store's entity tag without quotes (RFC 9110, section 8.8.3); it changes with the
 *     content and is not a checksum
 * @param lastModified by the store's clock, usually in whole seconds
 * @param metadata the user metadata, with names in lower case, or empty in listings, which do not
 *     contain it
 * @param isDirectory whether the object is empty and has the media type of a directory; false in
 *     listings of S3's API, which have no media types
 */
public record ObjectInfo(
    String key,
    long length,
    String etag,
    Instant lastModified,
    Map<String, String> metadata,
    boolean isDirectory) {
  /**
   * The media types of the folder markers of Stocator and Hadoop's Swift file system, s3fs and
   * Cyberduck.
   */
  private static final Set<String> DIRECTORIES =
      Set.of("application/directory", "application/x-directory", "httpd/unix-directory");

  public ObjectInfo {
    metadata = Map.copyOf(metadata);
  }

  /** An object without a media type. */
  public ObjectInfo(
      String key, long length, String etag, Instant lastModified, Map<String, String> metadata) {
    this(key, length, etag, lastModified, metadata, false);
  }

  /**
   * The same object with a media type.
   *
   * @param mediaType from the header Content-Type, or null if the store sent none
   */
  public ObjectInfo withType(String mediaType) {
    boolean marks =
        length == 0
            && mediaType != null
            && DIRECTORIES.contains(mediaType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT));
    return new ObjectInfo(key, length, etag, lastModified, metadata, marks);
  }
}
