package io.headwater.commit;

import io.headwater.commit.attempt.RenamingProgram;
import io.headwater.commit.attempt.TemporaryKey;
import io.headwater.commit.manifest.FileContent;
import io.headwater.store.ObjectInfo;
import io.headwater.store.ObjectStore;
import io.headwater.store.concurrent.WorkerPool;
import io.headwater.store.upload.ObjectWriter;
import io.headwater.store.upload.PendingUpload;
import java.io.IOException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.stream.Stream;

/**
 * What this process has written under temporary keys of one bucket and not yet published, and the
 * folders it created there. The store contains neither.
 */
public final class PendingOutput {
  private final NavigableMap<String, PendingObject> objects = new ConcurrentSkipListMap<>();
  private final NavigableSet<String> folders = new ConcurrentSkipListSet<>();
  private final NavigableMap<String, FileContent> contents = new ConcurrentSkipListMap<>();
  private final AttemptTargets targets = new AttemptTargets();

  /**
   * The process's pending output of a bucket. All file system instances share it, because a
   * committer may rename through another instance.
   *
   * @param bucket names the bucket and its store's endpoint
   */
  public static PendingOutput shared(String bucket) {
    return SharedOutputs.of(bucket);
  }

  boolean isEmpty() {
    return objects.isEmpty() && folders.isEmpty() && contents.isEmpty();
  }

  /**
   * The meaning of a key, if it is temporary. A copying program's name is temporary only while that
   * program writes it. Otherwise it is an ordinary file name.
   */
  public Optional<TemporaryKey> temporary(String key) {
    return TemporaryKey.parse(key)
        .filter(
            parsed ->
                RenamingProgram.of(parsed.kind())
                    .map(program -> objects.containsKey(key) || program.isCalling())
                    .orElse(true));
  }

  /** Whether this thread runs a program that is about to rename a file that it wrote here. */
  public boolean isAboutToRename() {
    return objects.values().stream()
        .flatMap(pending -> RenamingProgram.of(pending.parsed().kind()).stream())
        .distinct()
        .anyMatch(RenamingProgram::isCalling);
  }

  /** Records an object that is being written. An earlier one under the same key is dropped. */
  public void add(String temporaryKey, TemporaryKey parsed, ObjectWriter writer, ObjectStore store)
      throws IOException {
    PendingObject earlier = put(new PendingObject(temporaryKey, parsed, writer, Instant.now()));
    if (earlier != null) {
      earlier.discard(store);
    }
  }

  private PendingObject put(PendingObject pending) {
    targets.add(pending);
    PendingObject earlier = objects.put(pending.temporaryKey(), pending);
    if (earlier != null) {
      targets.remove(earlier);
    }
    SharedOutputs.keepIfNotEmpty(this);
    return earlier;
  }

  private void remove(PendingObject pending) {
    if (objects.remove(pending.temporaryKey(), pending)) {
      targets.remove(pending);
      SharedOutputs.keepIfNotEmpty(this);
    }
  }

  /** Records the content of the object written under a key. */
  public void note(String temporaryKey, FileContent content) {
    contents.put(temporaryKey, content);
    SharedOutputs.keepIfNotEmpty(this);
  }

  /** The contents of the objects at or under a key, by their published keys. */
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

  /** Records a folder. It needs no request, because its objects' keys contain its name. */
  public void addFolder(String temporaryKey) {
    folders.add(temporaryKey);
    SharedOutputs.keepIfNotEmpty(this);
  }

  /** The object written under a key. */
  public Optional<PendingObject> object(String key) {
    return Optional.ofNullable(objects.get(key));
  }

  /** Whether a key was created as a folder or contains something pending. */
  public boolean isFolder(String key) {
    return folders.contains(key)
        || !under(folders, key).isEmpty()
        || !under(objects, key).isEmpty();
  }

  /** The keys under a folder. {@code 0} is the character after the slash. */
  private static <V> NavigableMap<String, V> under(NavigableMap<String, V> keys, String folder) {
    return keys.subMap(folder + "/", true, folder + "0", false);
  }

  private static NavigableSet<String> under(NavigableSet<String> keys, String folder) {
    return keys.subSet(folder + "/", true, folder + "0", false);
  }

  /** The pending objects at a key or anywhere under it. */
  public List<PendingObject> tree(String key) {
    return object(key).map(List::of).orElseGet(() -> List.copyOf(under(objects, key).values()));
  }

  /** The distinct names directly under a folder, of objects and folders, in order. */
  public List<String> childNames(String folder) {
    int start = folder.length() + 1;
    Stream<String> below =
        Stream.concat(under(objects, folder).keySet().stream(), under(folders, folder).stream());
    return below.map(key -> key.substring(start).split("/", 2)[0]).distinct().sorted().toList();
  }

  /**
   * Whether a pending attempt will publish the part that its committer names {@code key}. Its
   * published key is unique, so it never conflicts with an object at {@code key}.
   */
  public boolean isTarget(String key) {
    return targets.has(key);
  }

  /**
   * Whether a pending attempt will publish something under a folder, which then needs no marker.
   */
  public boolean isFolderOfTarget(String key) {
    return targets.hasBelow(key);
  }

  /**
   * Publishes everything at or under a temporary key, at its program's rename to {@code target}.
   * After a failure everything stays recorded and can be published again or discarded.
   *
   * @return the published objects
   */
  public List<ObjectInfo> publish(String temporaryKey, String target, WorkerPool workers)
      throws IOException {
    List<PendingObject> tree = tree(temporaryKey);
    workers.forEach(tree, pending -> pending.publishAs(pending.targetOf(temporaryKey, target)));
    tree.forEach(this::remove);
    removeFolders(temporaryKey);
    return tree.stream().flatMap(pending -> pending.writer().published().stream()).toList();
  }

  /**
   * Leaves everything at or under a temporary key in uploads, for its job to complete. After a
   * failure everything stays recorded and can be tried again or discarded.
   */
  public List<PendingUpload> detach(String temporaryKey, WorkerPool workers) throws IOException {
    List<PendingObject> tree = tree(temporaryKey);
    Queue<PendingUpload> detached = new ConcurrentLinkedQueue<>();
    workers.forEach(tree, pending -> detached.add(pending.detach()));
    tree.forEach(this::remove);
    removeFolders(temporaryKey);
    return List.copyOf(detached);
  }

  /**
   * Moves everything at or under a temporary key to another temporary key. Pending objects there
   * are dropped.
   */
  public void move(String temporaryKey, String target, ObjectStore store) throws IOException {
    if (objects.get(temporaryKey) == null) {
      addFolder(target);
    }
    for (PendingObject pending : tree(temporaryKey)) {
      String key = target + pending.temporaryKey().substring(temporaryKey.length());
      TemporaryKey parsed = TemporaryKey.parse(key).orElseThrow();
      PendingObject earlier =
          put(new PendingObject(key, parsed, pending.writer(), pending.created()));
      remove(pending);
      Optional.ofNullable(contents.remove(pending.temporaryKey()))
          .ifPresent(content -> contents.put(key, content));
      if (earlier != null) {
        earlier.discard(store);
      }
    }
    removeFolders(temporaryKey);
  }

  /**
   * Drops everything at or under a temporary key, at its program's delete.
   *
   * @return whether anything existed
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
                  remove(pending);
                }));
    removeFolders(temporaryKey);
    return anything;
  }

  private void removeFolders(String temporaryKey) {
    contents.remove(temporaryKey);
    under(contents, temporaryKey).clear();
    folders.remove(temporaryKey);
    under(folders, temporaryKey).clear();
    SharedOutputs.keepIfNotEmpty(this);
  }
}
