package io.headwater.fs;

/**
 * The same file system for {@code swift://container.service/path}. A separate class, because
 * Hadoop's service loader knows one scheme for each class.
 */
public final class SwiftFileSystem extends HeadwaterFileSystem {
  @Override
  String defaultScheme() {
    return "swift";
  }
}
