package io.headwater.fs;

import java.net.URI;
import java.util.Optional;

/**
 * What a file system's URI names.
 *
 * @param bucket the bucket or container
 * @param service the Swift cloud it is in; empty for the S3 API
 */
record BucketName(String bucket, Optional<String> service) {

  /**
   * Reads {@code s3://bucket}, {@code s3a://bucket} or {@code swift://container.service}; {@code
   * swift2d://container.service} is Stocator's name for the last.
   */
  static BucketName parse(URI root) {
    String authority = root.getAuthority();
    if (!root.getScheme().startsWith("swift")) {
      return new BucketName(authority, Optional.empty());
    }
    int dot = authority.lastIndexOf('.');
    if (dot < 1 || dot == authority.length() - 1) {
      throw new IllegalArgumentException(
          root
              + " names no Swift service; write "
              + root.getScheme()
              + "://CONTAINER.SERVICE/path");
    }
    return new BucketName(authority.substring(0, dot), Optional.of(authority.substring(dot + 1)));
  }
}
