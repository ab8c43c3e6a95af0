package io.headwater.fs;

import java.io.IOException;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FilterFileSystem;

/** Makes a configuration use a certain file system instance for paths without a scheme. */
public final class TestFileSystems extends FilterFileSystem {
  private static final Served<FileSystem> SERVED = new Served<>("headwater.test.served");

  /** Created by Hadoop, by class name. */
  public TestFileSystems() {}

  static void serve(Configuration configuration, FileSystem fileSystem) {
    SERVED.add(configuration, fileSystem);
    String implementation = "fs." + fileSystem.getScheme() + ".impl";
    configuration.set("fs.defaultFS", fileSystem.getUri().toString());
    configuration.set(implementation, TestFileSystems.class.getName());
    configuration.setBoolean(implementation + ".disable.cache", true);
  }

  @Override
  public void initialize(URI name, Configuration configuration) throws IOException {
    fs = SERVED.get(configuration);
  }

  @Override
  public String getScheme() {
    return fs.getScheme();
  }

  @Override
  public void close() {
    // The file system belongs to its test.
  }
}
