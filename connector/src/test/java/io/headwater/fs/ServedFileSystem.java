package io.headwater.fs;

import io.headwater.store.ObjectStore;
import java.io.IOException;
import java.net.URI;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;

/**
 * The file system of one process over a store that others share. Its configuration leads to what
 * this process knows, so that each one begins cold.
 */
public final class ServedFileSystem extends HeadwaterFileSystem {
  private static final String NAME = "fs.headwater.test.process";
  private static final Map<String, Bucket> BUCKETS = new ConcurrentHashMap<>();

  /** What Hadoop makes, by its name in the configuration. */
  public ServedFileSystem() {}

  /** A new process. */
  static ServedFileSystem over(ObjectStore store) throws IOException {
    Configuration configuration = new Configuration(false);
    String name = UUID.randomUUID().toString();
    configuration.set(NAME, name);
    configuration.set("hadoop.tmp.dir", System.getProperty("java.io.tmpdir"));
    configuration.set("fs.s3.impl", ServedFileSystem.class.getName());
    configuration.setBoolean("fs.s3.impl.disable.cache", true);
    URI root = URI.create("s3://bucket");
    Statistics statistics = new Statistics("s3");
    BUCKETS.put(name, BucketFactory.assemble(store, name, root, configuration, statistics));
    ServedFileSystem made = new ServedFileSystem();
    made.initialize(root, configuration);
    return made;
  }

  @Override
  Bucket openBucket(URI root, Configuration configuration) {
    return BUCKETS.get(configuration.get(NAME));
  }

  @Override
  public void close() {
    // The store is its test's.
    BUCKETS.remove(getConf().get(NAME));
  }
}
