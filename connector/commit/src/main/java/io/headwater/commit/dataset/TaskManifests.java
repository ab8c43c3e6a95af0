package io.headwater.commit.dataset;

import io.headwater.commit.manifest.CommittedAttempt;
import io.headwater.commit.manifest.ManifestKeys;
import io.headwater.commit.manifest.TaskManifest;
import io.headwater.store.GetOptions;
import io.headwater.store.Heads;
import io.headwater.store.ListOptions;
import io.headwater.store.Listings;
import io.headwater.store.ObjectInfo;
import io.headwater.store.ObjectStore;
import io.headwater.store.PutOptions;
import io.headwater.store.concurrent.WorkerPool;
import java.io.IOException;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The task commits that a job's tasks report to a driver in another process. Each task has one
 * object, so that the last attempt to commit is the committed one.
 */
public final class TaskManifests {
  private static final Logger LOG = LoggerFactory.getLogger(TaskManifests.class);

  private final ObjectStore store;
  private final WorkerPool workers;
  private final String job;
  private final String prefix;

  /**
   * The task manifests of one job at a root.
   *
   * @param workers read them concurrently
   */
  public TaskManifests(ObjectStore store, WorkerPool workers, String root, String job) {
    this.store = store;
    this.workers = workers;
    this.job = job;
    this.prefix = ManifestKeys.tasks(root, job);
  }

  /**
   * Reports an attempt's result by one PUT, which replaces an earlier attempt's.
   *
   * @param task its name in the job, without slashes
   * @param attempt its identifier, for information
   */
  public void record(String task, String attempt, CommittedAttempt committed) throws IOException {
    store.put(
        prefix + task, TaskManifest.of(job, attempt, committed).document(), PutOptions.OVERWRITE);
  }

  /** The keys of the reported results that a listing shows. */
  public List<String> keys() throws IOException {
    return Listings.objects(store, ListOptions.tree(prefix)).stream().map(ObjectInfo::key).toList();
  }

  /**
   * The keys of all reported results. A listing may lag, so each likely task that it does not show
   * costs a HEAD.
   *
   * @param likely the tasks that probably reported, from those that are known to have reported
   */
  public List<String> keys(UnaryOperator<Collection<String>> likely) throws IOException {
    Set<String> found = new ConcurrentSkipListSet<>(keys());
    Set<String> requested = new HashSet<>();
    int known;
    do {
      known = found.size();
      List<String> reported = found.stream().map(key -> key.substring(prefix.length())).toList();
      List<String> unlisted =
          likely.apply(reported).stream()
              .map(prefix::concat)
              .filter(key -> !found.contains(key) && requested.add(key))
              .toList();
      workers.forEach(unlisted, key -> Heads.find(store, key).ifPresent(o -> found.add(key)));
    } while (found.size() > known);
    return List.copyOf(found);
  }

  /**
   * The results at some keys.
   *
   * @throws io.headwater.commit.manifest.MalformedManifestException if one cannot be parsed
   */
  public List<CommittedAttempt> read(List<String> keys) throws IOException {
    Map<String, CommittedAttempt> read = new ConcurrentSkipListMap<>();
    workers.forEach(keys, key -> read.put(key, read(key)));
    return List.copyOf(read.values());
  }

  /** The same without unreadable results, which are logged. */
  public Map<String, CommittedAttempt> readable(List<String> keys) throws IOException {
    Map<String, CommittedAttempt> read = new ConcurrentSkipListMap<>();
    workers.forEach(
        keys,
        key -> {
          try {
            read.put(key, read(key));
          } catch (IOException e) {
            LOG.warn("{}/{} was not deleted. Its task's files are kept, too", store.name(), key, e);
          }
        });
    return read;
  }

  private CommittedAttempt read(String key) throws IOException {
    String place = store.name() + "/" + key;
    return DocumentReader.read(
        store,
        key,
        GetOptions.WHOLE,
        body -> TaskManifest.parse(body.stream(), body.info().length(), place, job).committed());
  }

  /** Deletes some, in bulk. A failure is logged and does no harm. */
  public void delete(List<String> keys) {
    CleanUp.of(store, keys).run();
  }
}
