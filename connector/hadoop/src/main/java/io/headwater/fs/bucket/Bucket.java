package io.headwater.fs.bucket;

import io.headwater.commit.PendingOutput;
import io.headwater.commit.cache.ObjectInfoCache;
import io.headwater.commit.dataset.DatasetReader;
import io.headwater.store.Heads;
import io.headwater.store.ObjectInfo;
import io.headwater.store.ObjectStore;
import io.headwater.store.concurrent.WorkerPool;
import java.io.IOException;
import java.util.Optional;

/**
 * The bucket of a file system.
 *
 * @param store its objects
 * @param commits the same for the requests of commits, which are retried for longer
 * @param paths maps paths to keys and back
 * @param pending output under temporary names
 * @param known a cache of parts that never change
 * @param datasets the reader of manifests
 * @param workers for concurrent requests
 */
public record Bucket(
    ObjectStore store,
    ObjectStore commits,
    PathKeys paths,
    PendingOutput pending,
    ObjectInfoCache known,
    DatasetReader datasets,
    WorkerPool workers) {

  /** The object that the store has at a key, by a HEAD, or empty if it has none. */
  public Optional<ObjectInfo> stored(String key) throws IOException {
    return Heads.find(store, key);
  }
}
