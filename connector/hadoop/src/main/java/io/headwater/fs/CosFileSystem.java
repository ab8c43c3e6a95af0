package io.headwater.fs;

/**
 * The same file system for {@code cos://bucket.service/path}, Stocator's notation for S3 buckets.
 */
public final class CosFileSystem extends HeadwaterFileSystem {
  @Override
  String defaultScheme() {
    return "cos";
  }
}
