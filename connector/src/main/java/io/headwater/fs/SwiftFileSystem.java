package io.headwater.fs;

/**
 * The same file system for {@code swift://container.service/path}: Hadoop's service loader knows a
 * file system by one scheme.
 */
public final class SwiftFileSystem extends HeadwaterFileSystem {
  @Override
  String defaultScheme() {
    return "swift";
  }
}
