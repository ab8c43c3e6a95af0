package io.headwater.commit.dataset;

import io.headwater.commit.CommittedAttempt;
import io.headwater.commit.manifest.ManifestKeys;
import io.headwater.commit.manifest.TaskManifest;
import io.headwater.store.GetOptions;
import io.headwater.store.ListOptions;
import io.headwater.store.Listings;
import io.headwater.store.ObjectBody;
import io.headwater.store.ObjectInfo;
import io.headwater.store.ObjectStore;
import io.headwater.store.PutOptions;
import io.headwater.store.WorkerPool;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The words of a job's tasks to a driver that is another process: one object a task, so that of
 * several attempts the one counts that committed last. Needs listings that show at once what was
 * written.
 */
public final class TaskManifests {
  private static final Logger LOG = LoggerFactory.getLogger(TaskManifests.class);

  private final ObjectStore store;
  private final WorkerPool workers;
  private final String job;
  private final String prefix;

  /**
   * Those of one job at a root.
   *
   * @param workers read them side by side
   */
  public TaskManifests(ObjectStore store, WorkerPool workers, String root, String job) {
    this.store = store;
    this.workers = workers;
    this.job = job;
    this.prefix = ManifestKeys.tasks(root, job);
  }

  /**
   * Tells what an attempt did, by one PUT; an earlier attempt's word is replaced.
   *
   * @param task its name in the job, without slashes
   * @param attempt its identifier, for people
   */
  public void tell(String task, String attempt, CommittedAttempt committed) throws IOException {
    store.put(
        prefix + task, TaskManifest.of(job, attempt, committed).document(), PutOptions.OVERWRITE);
  }

  /** The keys of all that were told. */
  public List<String> keys() throws IOException {
    return Listings.objects(store, ListOptions.tree(prefix)).stream().map(ObjectInfo::key).toList();
  }

  /**
   * What was told at some keys.
   *
   * @throws io.headwater.commit.manifest.MalformedManifestException if one cannot be understood
   */
  public List<CommittedAttempt> read(List<String> keys) throws IOException {
    Map<String, CommittedAttempt> read = new ConcurrentSkipListMap<>();
    workers.forEach(keys, key -> read.put(key, read(key)));
    return List.copyOf(read.values());
  }

  /** The same, without those that cannot be read, which the log tells. */
  public Map<String, CommittedAttempt> readable(List<String> keys) throws IOException {
    Map<String, CommittedAttempt> read = new ConcurrentSkipListMap<>();
    workers.forEach(
        keys,
        key -> {
          try {
            read.put(key, read(key));
          } catch (IOException e) {
            LOG.warn("{}/{} stays, and so does what its task wrote", store.name(), key, e);
          }
        });
    return read;
  }

  private CommittedAttempt read(String key) throws IOException {
    try (ObjectBody body = store.get(key, GetOptions.WHOLE)) {
      return TaskManifest.parse(body.stream(), store.name() + "/" + key, job).committed();
    }
  }

  /** Deletes some, in bulk; a failure is told in the log and is of no harm. */
  public void delete(List<String> keys) {
    CleanUp.of(store, keys).run();
  }
}
