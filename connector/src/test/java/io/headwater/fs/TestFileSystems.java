package io.headwater.fs;

import java.io.IOException;
import java.net.URI;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FilterFileSystem;

/** Lets a configuration lead {@code s3://} paths to a certain file system object. */
public final class TestFileSystems extends FilterFileSystem {
  private static final Map<String, FileSystem> SERVED = new ConcurrentHashMap<>();
  private static final String NAME = "fs.headwater.test.served";

  /** What Hadoop makes, by its name in the configuration. */
  public TestFileSystems() {}

  static void serve(Configuration configuration, FileSystem fileSystem) {
    String name = UUID.randomUUID().toString();
    SERVED.put(name, fileSystem);
    configuration.set(NAME, name);
    configuration.set("fs.s3.impl", TestFileSystems.class.getName());
    configuration.setBoolean("fs.s3.impl.disable.cache", true);
  }

  @Override
  public void initialize(URI name, Configuration configuration) throws IOException {
    fs = SERVED.get(configuration.get(NAME));
  }

  @Override
  public String getScheme() {
    return "s3";
  }

  @Override
  public void close() {
    // The file system is its test's.
  }
}
