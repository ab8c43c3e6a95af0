package io.headwater.fs;

import java.io.IOException;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;

/**
 * The file system of a configuration over a test's store, with the configuration's settings, as in
 * a user's process.
 */
public final class ConfiguredFileSystem extends HeadwaterFileSystem {
  private static final Served<MeteredFileSystem> SERVED = new Served<>("headwater.test.served");

  /** Created by Hadoop, by class name. */
  public ConfiguredFileSystem() {}

  static void serve(Configuration configuration, MeteredFileSystem fileSystem) {
    SERVED.add(configuration, fileSystem);
    configuration.set(FileSystem.FS_DEFAULT_NAME_KEY, fileSystem.getUri().toString());
    String implementation = "fs." + fileSystem.getScheme() + ".impl";
    configuration.set(implementation, ConfiguredFileSystem.class.getName());
    configuration.setBoolean(implementation + ".disable.cache", true);
  }

  @Override
  FileSystemContext openBucket(URI root, Configuration configuration) throws IOException {
    return SERVED.get(configuration).openBucket(root, configuration);
  }

  @Override
  public void close() {
    // The store belongs to its test.
  }
}
