package io.headwater.fs;

import java.net.URI;
import java.util.Optional;

/**
 * What a file system's URI names.
 *
 * @param api how its store is spoken to
 * @param bucket the bucket or container
 * @param service which of the user's stores it is in, by the name that the settings have for it;
 *     empty where the scheme has none
 */
record BucketName(Api api, String bucket, Optional<String> service) {
  /** Of object stores. */
  enum Api {
    S3,
    SWIFT
  }

  /**
   * Reads {@code s3://bucket}, {@code s3a://bucket} or {@code swift://container.service}; Stocator
   * calls the last {@code swift2d://container.service}, and has {@code cos://bucket.service} for
   * S3.
   */
  static BucketName parse(URI root) {
    String scheme = root.getScheme();
    String authority = root.getAuthority();
    Api api = scheme.startsWith("swift") ? Api.SWIFT : Api.S3;
    if (api == Api.S3 && !scheme.equals("cos")) {
      return new BucketName(api, authority, Optional.empty());
    }
    int dot = authority.lastIndexOf('.');
    if (dot < 1 || dot == authority.length() - 1) {
      String bucket = api == Api.SWIFT ? "CONTAINER" : "BUCKET";
      throw new IllegalArgumentException(
          root + " names no service; write " + scheme + "://" + bucket + ".SERVICE/path");
    }
    String service = authority.substring(dot + 1);
    return new BucketName(api, authority.substring(0, dot), Optional.of(service));
  }
}
