package io.headwater.fs;

import io.headwater.store.ListOptions;
import io.headwater.store.ObjectInfo;
import io.headwater.store.ObjectStore;
import io.headwater.store.layers.FaultLayer;
import io.headwater.store.layers.FaultPlan;
import io.headwater.store.layers.MeterLayer;
import io.headwater.store.layers.MeterSnapshot;
import io.headwater.store.layers.StoreLayers;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;

/** The file system over any store, with counted requests and injected faults. */
class MeteredFileSystem extends HeadwaterFileSystem {
  private final MeterLayer meter;
  private final ObjectStore store;
  private final Runnable removal;
  private final String identity = UUID.randomUUID().toString();

  /**
   * @param removal runs after the store was closed
   */
  MeteredFileSystem(URI root, ObjectStore metered, FaultPlan plan, Runnable removal)
      throws IOException {
    meter = new MeterLayer(metered);
    store = new FaultLayer(meter, plan);
    this.removal = removal;
    initialize(root, new Configuration(false));
  }

  @Override
  FileSystemContext openBucket(URI root, Configuration configuration) {
    configuration.set("hadoop.tmp.dir", System.getProperty("java.io.tmpdir"));
    return BucketFactory.assemble(
        StoreLayers.over(store), identity, root, configuration, Counts.ofFileSystem(), statistics);
  }

  @Override
  public void close() throws IOException {
    super.close();
    removal.run();
  }

  /** The store itself, without faults. */
  ObjectStore store() {
    return meter;
  }

  /** The keys of all objects. */
  List<String> keys() throws IOException {
    return store().list(ListOptions.tree("")).objects().stream().map(ObjectInfo::key).toList();
  }

  MeterSnapshot requests() {
    return meter.snapshot();
  }
}
