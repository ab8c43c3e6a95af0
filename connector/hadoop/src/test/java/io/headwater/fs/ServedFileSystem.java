package io.headwater.fs;

import io.headwater.fs.bucket.Counts;
import io.headwater.store.ObjectStore;
import io.headwater.store.layers.StoreLayers;
import java.io.IOException;
import java.lang.ref.Reference;
import java.net.URI;
import java.util.Map;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;

/**
 * The file system of one process over a store that others share. Its configuration refers to this
 * process's caches, so each process starts with empty ones.
 */
public final class ServedFileSystem extends HeadwaterFileSystem {
  private static final Served<FileSystemContext> BUCKETS = new Served<>("headwater.test.process");

  /** Created by Hadoop, by class name. */
  public ServedFileSystem() {}

  /** A new process. */
  public static ServedFileSystem over(ObjectStore store) throws IOException {
    return over(store, Map.of());
  }

  /** A new process with settings. */
  public static ServedFileSystem over(ObjectStore store, Map<String, String> settings)
      throws IOException {
    Configuration configuration = new Configuration(false);
    settings.forEach(configuration::set);
    configuration.set("hadoop.tmp.dir", System.getProperty("java.io.tmpdir"));
    configuration.set("fs.s3.impl", ServedFileSystem.class.getName());
    configuration.setBoolean("fs.s3.impl.disable.cache", true);
    URI root = URI.create("s3://bucket");
    Statistics statistics = new Statistics("s3");
    String name = UUID.randomUUID().toString();
    FileSystemContext bucket =
        BucketFactory.assemble(
            StoreLayers.over(store), name, root, configuration, Counts.ofFileSystem(), statistics);
    BUCKETS.add(configuration, bucket);
    ServedFileSystem made = new ServedFileSystem();
    made.initialize(root, configuration);
    Reference.reachabilityFence(bucket);
    return made;
  }

  @Override
  FileSystemContext openBucket(URI root, Configuration configuration) {
    return BUCKETS.get(configuration);
  }

  /** The store as this process sees it. */
  public ObjectStore store() {
    return context().bucket().store();
  }

  @Override
  public void close() {
    // The store belongs to its test.
  }
}
