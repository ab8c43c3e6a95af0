package io.headwater.fs;

import io.headwater.store.ObjectStore;
import io.headwater.store.layers.FaultLayer;
import io.headwater.store.layers.FaultPlan;
import io.headwater.store.layers.MeterLayer;
import io.headwater.store.layers.MeterSnapshot;
import io.headwater.store.memory.MemoryStore;
import java.io.IOException;
import java.net.URI;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;

/** The file system over a store in memory, whose requests are counted and may be made to fail. */
final class MemoryFileSystem extends HeadwaterFileSystem {
  private final MeterLayer meter;
  private final ObjectStore store;
  private final String identity = UUID.randomUUID().toString();

  private MemoryFileSystem(ObjectStore memory, FaultPlan plan) {
    meter = new MeterLayer(memory);
    store = new FaultLayer(meter, plan);
  }

  static MemoryFileSystem create() throws IOException {
    return create(FaultPlan.none());
  }

  static MemoryFileSystem create(FaultPlan plan) throws IOException {
    return create(new MemoryStore("bucket"), plan);
  }

  static MemoryFileSystem create(ObjectStore memory, FaultPlan plan) throws IOException {
    MemoryFileSystem fileSystem = new MemoryFileSystem(memory, plan);
    Configuration configuration = new Configuration(false);
    configuration.set("fs.headwater.upload.policy", "buffer"); // as S3, which takes no streams
    fileSystem.initialize(URI.create("s3://bucket/"), configuration);
    return fileSystem;
  }

  @Override
  Bucket openBucket(URI root, Configuration configuration) {
    configuration.set("hadoop.tmp.dir", System.getProperty("java.io.tmpdir"));
    return BucketFactory.assemble(store, identity, root, configuration, statistics);
  }

  /** The store itself, without faults. */
  ObjectStore store() {
    return meter;
  }

  MeterSnapshot requests() {
    return meter.snapshot();
  }
}
