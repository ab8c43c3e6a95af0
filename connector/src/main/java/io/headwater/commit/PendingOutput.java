package io.headwater.commit;

import io.headwater.commit.manifest.FileContent;
import io.headwater.store.ObjectInfo;
import io.headwater.store.ObjectStore;
import io.headwater.store.WorkerPool;
import io.headwater.store.upload.ObjectWriter;
import io.headwater.store.upload.PendingUpload;
import java.io.IOException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * What this process has written under temporary keys of one bucket and not yet published, and the
 * folders that it made there. The store knows nothing of either.
 */
public final class PendingOutput {
  private static final Map<String, PendingOutput> SHARED = new ConcurrentHashMap<>();

  private final NavigableMap<String, PendingObject> objects = new ConcurrentSkipListMap<>();
  private final Set<String> folders = new ConcurrentSkipListSet<>();
  private final Map<String, FileContent> contents = new ConcurrentHashMap<>();

  /**
   * The process's pending output of a bucket: one, whichever file system object wrote it, because a
   * committer may rename through another one.
   *
   * @param bucket names the bucket and its store's endpoint
   */
  public static PendingOutput shared(String bucket) {
    return SHARED.computeIfAbsent(bucket, unused -> new PendingOutput());
  }

  /** Notes an object that is being written; one written before under the same key is dropped. */
  public void add(String temporaryKey, TemporaryKey parsed, ObjectWriter writer, ObjectStore store)
      throws IOException {
    PendingObject earlier =
        objects.put(temporaryKey, new PendingObject(temporaryKey, parsed, writer, Instant.now()));
    if (earlier != null) {
      earlier.discard(store);
    }
  }

  /** Notes what an object holds that was written under a key. */
  public void note(String temporaryKey, FileContent content) {
    contents.put(temporaryKey, content);
  }

  /** What the objects at or under a key hold, by the keys that they are published under. */
  public Map<String, FileContent> contents(String temporaryKey) {
    Map<String, FileContent> found = new HashMap<>();
    for (PendingObject pending : tree(temporaryKey)) {
      FileContent content = contents.get(pending.temporaryKey());
      if (content != null) {
        pending.parsed().publishedKey().ifPresent(key -> found.put(key, content));
      }
    }
    return found;
  }

  /** Notes a folder, which needs no request: its objects will bear its name. */
  public void addFolder(String temporaryKey) {
    folders.add(temporaryKey);
  }

  /** The object written under a key. */
  public Optional<PendingObject> object(String key) {
    return Optional.ofNullable(objects.get(key));
  }

  /** Whether a key is a folder for something pending, or was made one. */
  public boolean isFolder(String key) {
    return folders.contains(key) || folders.stream().anyMatch(isUnder(key)) || hasObjectUnder(key);
  }

  private boolean hasObjectUnder(String folder) {
    String next = objects.ceilingKey(folder + "/");
    return next != null && next.startsWith(folder + "/");
  }

  private static Predicate<String> isUnder(String folder) {
    return key -> key.startsWith(folder + "/");
  }

  /** The pending objects at a key or anywhere under it. */
  public List<PendingObject> tree(String key) {
    return object(key)
        .map(List::of)
        .orElseGet(() -> List.copyOf(objects.subMap(key + "/", key + "0").values()));
  }

  /** The names directly under a folder, of objects and of folders, each once, in order. */
  public List<String> childNames(String folder) {
    int start = folder.length() + 1;
    Stream<String> below = Stream.concat(objects.keySet().stream(), folders.stream());
    return below
        .filter(isUnder(folder))
        .map(key -> key.substring(start).split("/", 2)[0])
        .distinct()
        .sorted()
        .toList();
  }

  /**
   * Whether an attempt here is to publish the part that its committer calls {@code key}. Its
   * published key is its own, so nothing at {@code key} is in the way.
   */
  public boolean isTarget(String key) {
    return targets().anyMatch(key::equals);
  }

  /** Whether an attempt here is to publish something under a folder, which so needs no marker. */
  public boolean isFolderOfTarget(String key) {
    return targets().anyMatch(target -> target.startsWith(key + "/"));
  }

  private Stream<String> targets() {
    return objects.values().stream()
        .filter(pending -> pending.parsed().kind() == TemporaryKey.Kind.ATTEMPT)
        .map(pending -> pending.parsed().target());
  }

  /**
   * Publishes everything at or under a temporary key, as its program's rename to {@code target}
   * asks. After a failure all of it is still noted, so that it can be published again or discarded.
   *
   * @return the published objects
   */
  public List<ObjectInfo> publish(String temporaryKey, String target, WorkerPool workers)
      throws IOException {
    List<PendingObject> tree = tree(temporaryKey);
    workers.forEach(tree, pending -> pending.publishAs(targetOf(pending, temporaryKey, target)));
    tree.forEach(pending -> objects.remove(pending.temporaryKey(), pending));
    removeFolders(temporaryKey);
    return tree.stream().flatMap(pending -> pending.writer().published().stream()).toList();
  }

  /**
   * Leaves everything at or under a temporary key in uploads, for their job to complete. After a
   * failure all of it is still noted, so that it can be tried again or discarded.
   */
  public List<PendingUpload> detach(String temporaryKey, WorkerPool workers) throws IOException {
    List<PendingObject> tree = tree(temporaryKey);
    Queue<PendingUpload> detached = new ConcurrentLinkedQueue<>();
    workers.forEach(tree, pending -> detached.add(pending.detach()));
    tree.forEach(pending -> objects.remove(pending.temporaryKey(), pending));
    removeFolders(temporaryKey);
    return List.copyOf(detached);
  }

  private static String targetOf(PendingObject pending, String temporaryKey, String target) {
    boolean committed =
        TemporaryKey.parse(target)
            .filter(to -> to.kind() == TemporaryKey.Kind.COMMITTED_TASK)
            .isPresent();
    if (committed) {
      return pending.parsed().target();
    }
    String below = pending.temporaryKey().substring(temporaryKey.length());
    return target.isEmpty() && below.startsWith("/") ? below.substring(1) : target + below;
  }

  /** Gives everything at or under a temporary key another temporary key. */
  public void move(String temporaryKey, String target) {
    if (objects.get(temporaryKey) == null) {
      addFolder(target);
    }
    for (PendingObject pending : tree(temporaryKey)) {
      String key = target + pending.temporaryKey().substring(temporaryKey.length());
      TemporaryKey parsed = TemporaryKey.parse(key).orElseThrow();
      objects.put(key, new PendingObject(key, parsed, pending.writer(), pending.created()));
      objects.remove(pending.temporaryKey(), pending);
    }
    removeFolders(temporaryKey);
  }

  /**
   * Drops everything at or under a temporary key, as its program's delete asks.
   *
   * @return whether there was anything
   */
  public boolean discard(String temporaryKey, ObjectStore store, WorkerPool workers)
      throws IOException {
    List<PendingObject> tree = tree(temporaryKey);
    boolean anything = !tree.isEmpty() || isFolder(temporaryKey);
    WorkerPool.uninterrupted(
        () ->
            workers.forEach(
                tree,
                pending -> {
                  pending.discard(store);
                  objects.remove(pending.temporaryKey(), pending);
                }));
    removeFolders(temporaryKey);
    return anything;
  }

  private void removeFolders(String temporaryKey) {
    contents.keySet().removeIf(isUnder(temporaryKey).or(temporaryKey::equals));
    folders.removeIf(isUnder(temporaryKey).or(temporaryKey::equals));
  }
}
