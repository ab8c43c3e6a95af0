package io.headwater.fs;

/** The same file system for {@code cos://bucket.service/path}, as Stocator calls buckets of S3. */
public final class CosFileSystem extends HeadwaterFileSystem {
  @Override
  String defaultScheme() {
    return "cos";
  }
}
