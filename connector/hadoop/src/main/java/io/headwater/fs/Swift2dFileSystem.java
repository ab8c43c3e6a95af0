package io.headwater.fs;

/** The same file system for {@code swift2d://container.service/path}, Stocator's notation. */
public final class Swift2dFileSystem extends HeadwaterFileSystem {
  @Override
  String defaultScheme() {
    return "swift2d";
  }
}
