package io.headwater.fs;

import io.headwater.fs.bucket.Counts;
import io.headwater.fs.cache.StorletSupportCache;
import io.headwater.fs.list.StatusLookup;
import io.headwater.fs.read.FileOpener;
import io.headwater.fs.read.FooterLookup;
import io.headwater.fs.read.ReadContext;
import io.headwater.fs.storlet.StorletClient;
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
public class MeteredFileSystem extends HeadwaterFileSystem {
  private final MeterLayer meter;
  private final ObjectStore store;
  private final Runnable removal;
  private final String identity = UUID.randomUUID().toString();

  /**
   * @param removal runs after the store was closed
   */
  public MeteredFileSystem(URI root, ObjectStore metered, FaultPlan plan, Runnable removal)
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

  /** The store's storlets, as a process with another cache sees them. */
  public StorletClient storletClient(StorletSupportCache cache) {
    ReadContext read = context().read();
    StatusLookup lookup = new StatusLookup(context().list(), new FooterLookup(read));
    FileOpener opening = new FileOpener(read, lookup);
    return new StorletClient(
        read, opening, context().identity(), context().requestsStorlets(), cache);
  }

  /** The number of bytes that all file systems of the process have read. */
  public long bytesRead() {
    return statistics.getBytesRead();
  }

  /** The store itself, without faults. */
  public ObjectStore store() {
    return meter;
  }

  /** The keys of all objects. */
  public List<String> keys() throws IOException {
    return store().list(ListOptions.tree("")).objects().stream().map(ObjectInfo::key).toList();
  }

  public MeterSnapshot requests() {
    return meter.snapshot();
  }
}
