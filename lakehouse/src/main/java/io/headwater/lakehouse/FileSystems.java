package io.headwater.lakehouse;

import io.headwater.fs.HeadwaterFileSystem;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Finds Headwater's file systems. */
final class FileSystems {
  private FileSystems() {}

  /**
   * The file system of a path.
   *
   * @param advice what to do if it is another one, for the message
   */
  static HeadwaterFileSystem ours(Path path, Configuration configuration, String advice)
      throws IOException {
    FileSystem files = path.getFileSystem(configuration);
    if (files instanceof HeadwaterFileSystem ours) {
      return ours;
    }
    throw new IOException(
        "%s is in a %s, and not in a file system of Headwater. %s"
            .formatted(path, files.getClass().getSimpleName(), advice));
  }
}
