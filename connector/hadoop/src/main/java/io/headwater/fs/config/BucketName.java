package io.headwater.fs.config;

import java.net.URI;
import java.util.Optional;

/**
 * The parts of a file system's URI.
 *
 * @param api the store's API
 * @param bucket the bucket or container
 * @param service the user's store, by its name in the settings, or empty if the scheme has none
 */
public record BucketName(Api api, String bucket, Optional<String> service) {
  /** The APIs of object stores. */
  public enum Api {
    S3,
    SWIFT
  }

  /**
   * Parses {@code s3://bucket}, {@code s3a://bucket} or {@code swift://container.service}.
   * Stocator's notation for the last is {@code swift2d://container.service}, and for S3 {@code
   * cos://bucket.service}.
   */
  public static BucketName parse(URI root) {
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
