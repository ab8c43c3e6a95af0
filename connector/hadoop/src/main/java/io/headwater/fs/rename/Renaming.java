package io.headwater.fs.rename;

import io.headwater.commit.ExclusivePut;
import io.headwater.commit.PendingObject;
import io.headwater.commit.attempt.TemporaryKey;
import io.headwater.commit.dataset.DatasetFilter;
import io.headwater.commit.dataset.EntryChanges;
import io.headwater.commit.dataset.EntryChanges.Copy;
import io.headwater.commit.manifest.ManifestKeys;
import io.headwater.fs.bucket.Bucket;
import io.headwater.fs.bucket.HeadwaterFileStatus;
import io.headwater.fs.bucket.PathKeys;
import io.headwater.fs.list.StatusLookup;
import io.headwater.fs.write.Deletion;
import io.headwater.fs.write.ExclusiveFiles;
import io.headwater.fs.write.ManifestProtection;
import io.headwater.fs.write.WriteContext;
import io.headwater.store.CopyOptions;
import io.headwater.store.ListOptions;
import io.headwater.store.ListPage;
import io.headwater.store.ObjectInfo;
import io.headwater.store.PutOptions;
import io.headwater.store.content.Content;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathIOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Renames. Output under a temporary name is published. Anything else is copied inside the store by
 * a bounded number of concurrent requests. The originals are deleted in bulk after all copies
 * exist, so a failure midway leaves the source complete.
 */
public final class Renaming {
  private static final Logger LOG = LoggerFactory.getLogger(Renaming.class);

  private final WriteContext context;
  private final Bucket bucket;
  private final StatusLookup lookup;
  private final Deletion deletion;
  private final ExclusiveFiles exclusive;
  private final RenameTarget targets;

  public Renaming(
      WriteContext context, StatusLookup lookup, Deletion deletion, ExclusiveFiles exclusive) {
    this.context = context;
    this.bucket = context.bucket();
    this.lookup = lookup;
    this.deletion = deletion;
    this.exclusive = exclusive;
    this.targets = new RenameTarget(bucket, lookup);
  }

  /**
   * Renames according to Hadoop's specification: into the target if that is a folder. A folder
   * replaces an empty one.
   *
   * @return false if the source is missing or the target exists
   */
  public boolean rename(Path source, Path target) throws IOException {
    String sourceKey = bucket.paths().key(source);
    Optional<TemporaryKey> temporary = bucket.pending().temporary(sourceKey);
    if (temporary.isPresent() && isPending(temporary.get(), sourceKey)) {
      return renameTemporary(temporary.get(), sourceKey, target);
    }
    Optional<HeadwaterFileStatus> found = lookup.find(source);
    if (found.isEmpty() || source.isRoot()) {
      return false;
    }
    Optional<Path> finalTarget = targets.find(source, found.get().isDirectory(), target);
    if (finalTarget.isEmpty()) {
      return false;
    }
    String targetKey = bucket.paths().key(finalTarget.get());
    if (targetKey.equals(sourceKey)) {
      return found.get().isFile();
    }
    requireShown(finalTarget.get(), targetKey);
    if (found.get().isFile()) {
      return renameFile(found.get(), finalTarget.get());
    }
    if (targetKey.startsWith(sourceKey + "/")) {
      return false;
    }
    copyMarker(found.get(), sourceKey, targetKey);
    if (!renameTree(sourceKey, targetKey) && found.get().marker().isEmpty()) {
      deletion.requireGone(source, "renamed");
      return false;
    }
    deletion.deleteMarker(found.get());
    return true;
  }

  /** Refuses a target that no listing would show, because only a task's output belongs there. */
  private void requireShown(Path target, String targetKey) throws PathIOException {
    if (bucket.pending().temporary(targetKey).filter(TemporaryKey::isOnlyPending).isPresent()) {
      throw new PathIOException(
          target.toString(),
          "cannot rename to a task's temporary name: write the file there, or use another name");
    }
  }

  /** Copies a file to a key and deletes it. */
  void moveFile(HeadwaterFileStatus file, String targetKey, CopyOptions seen) throws IOException {
    new ManifestProtection(context).requireCopyable(file.object(), targetKey);
    bucket.known().forget(targetKey);
    ObjectInfo copied = bucket.store().copy(file.key(), targetKey, seen.withSource(file.object()));
    bucket.known().note(copied);
    changes().move(file.key(), targetKey, List.of(new Copy(file.object(), copied)));
    deletion.deleteObjects(file);
  }

  private void copyMarker(HeadwaterFileStatus folder, String sourceKey, String targetKey)
      throws IOException {
    if (!folder.marker().isEmpty()) {
      String suffix = folder.marker().substring(sourceKey.length());
      bucket.store().copy(folder.marker(), targetKey + suffix, CopyOptions.UNSEEN.toMissing());
    }
  }

  /** Whether the file of a temporary key can exist only in this process. */
  private boolean isPending(TemporaryKey temporary, String key) {
    return temporary.isOnlyPending() || isWritten(key);
  }

  private boolean isWritten(String key) {
    return bucket.pending().object(key).isPresent() || bucket.pending().isFolder(key);
  }

  /**
   * Renames a file to a target that was just missing. Committers rely on a single success among
   * racing renames to one target.
   *
   * @return false if another writer created the target
   */
  private boolean renameFile(HeadwaterFileStatus source, Path target) throws IOException {
    String targetKey = bucket.paths().key(target);
    new ManifestProtection(context).requireCopyable(source.object(), targetKey);
    CopyOptions seen = CopyOptions.UNSEEN.withSource(source.object()).toMissing();
    ObjectInfo copied;
    try {
      copied =
          ExclusivePut.isAtomicForUploads(bucket.store(), targetKey)
              ? exclusive.create(target, copying(source.key(), targetKey, seen.creating()))
              : exclusive.createUnconditionally(target, copying(source.key(), targetKey, seen));
      bucket.known().note(copied);
    } catch (FileAlreadyExistsException e) {
      LOG.info("{} was not renamed: {}", source.getPath(), e.getMessage());
      return false;
    }
    changes().move(source.key(), targetKey, List.of(new Copy(source.object(), copied)));
    deletion.deleteObjects(source);
    return true;
  }

  private boolean renameTemporary(TemporaryKey temporary, String sourceKey, Path target)
      throws IOException {
    String targetKey = bucket.paths().key(target);
    if (!isWritten(sourceKey)) {
      return false;
    }
    if (targetKey.equals(sourceKey)) {
      return bucket.pending().object(sourceKey).isPresent();
    }
    Optional<TemporaryKey> temporaryTarget = bucket.pending().temporary(targetKey);
    if (temporary.isOfJob()
        && temporaryTarget.isPresent()
        && temporaryTarget.get().kind() != TemporaryKey.Kind.COMMITTED_TASK) {
      bucket.pending().move(sourceKey, targetKey, bucket.store());
      return true;
    }
    if (temporary.kind() == TemporaryKey.Kind.ATTEMPT) {
      bucket.pending().publish(sourceKey, targetKey, bucket.workers());
      return true;
    }
    Optional<String> root = ManifestKeys.rootOfBase(targetKey);
    Optional<PendingObject> file = bucket.pending().object(sourceKey);
    if (root.isPresent() && file.isPresent()) {
      new ManifestProtection(context).publish(file.get(), root.get());
      return true;
    }
    Optional<Path> finalTarget = targets.find(bucket.paths().path(sourceKey), false, target);
    if (finalTarget.isEmpty()) {
      return false;
    }
    String finalKey = bucket.paths().key(finalTarget.get());
    changes().add(bucket.pending().publish(sourceKey, finalKey, bucket.workers()));
    return true;
  }

  /**
   * Only listed objects are deleted. Objects written by others meanwhile were not copied. What a
   * job wrote for a dataset above stays, unless a manifest has it.
   *
   * @return whether anything was renamed
   */
  private boolean renameTree(String sourceKey, String targetKey) throws IOException {
    List<ObjectInfo> listed = new ArrayList<>();
    List<Copy> copied = new ArrayList<>();
    ListOptions options = ListOptions.tree(PathKeys.folderPrefix(sourceKey));
    DatasetFilter filter = new DatasetFilter(bucket.store(), bucket.datasets(), options);
    Optional<String> next;
    do {
      ListPage page = bucket.store().list(options);
      listed.addAll(page.objects());
      copied.addAll(copyAll(filter.accept(page), sourceKey, targetKey));
      next = page.next();
      options = next.map(options::after).orElse(options);
    } while (next.isPresent());
    boolean wasPending = bucket.pending().discard(sourceKey, bucket.store(), bucket.workers());
    changes().move(sourceKey, targetKey, copied);
    deletion.deleteAll(deletable(sourceKey, listed, copied));
    return wasPending || !copied.isEmpty();
  }

  private List<String> deletable(String sourceKey, List<ObjectInfo> listed, List<Copy> copied)
      throws IOException {
    Set<String> moved =
        copied.stream()
            .map(copy -> copy.source().key())
            .collect(Collectors.toCollection(TreeSet::new));
    List<String> others =
        listed.stream().map(ObjectInfo::key).filter(key -> !moved.contains(key)).toList();
    moved.addAll(changes().withoutDatasetAbove(sourceKey, others));
    return List.copyOf(moved);
  }

  private List<Copy> copyAll(List<ObjectInfo> objects, String sourceKey, String targetKey)
      throws IOException {
    List<Copy> copied = Collections.synchronizedList(new ArrayList<>());
    List<ObjectInfo> wanted =
        objects.stream().filter(object -> !ManifestKeys.isClaim(object.key())).toList();
    bucket
        .workers()
        .forEach(
            wanted,
            object -> {
              String key = targetKey + object.key().substring(sourceKey.length());
              copied.add(new Copy(object, copy(object, key)));
            });
    return copied;
  }

  private EntryChanges changes() {
    return new EntryChanges(bucket.commits(), bucket.datasets());
  }

  private ObjectInfo copy(ObjectInfo object, String targetKey) throws IOException {
    if (object.length() == 0 && object.key().endsWith("/")) {
      // A marker: writing it costs less than copying it, and not every store can copy it.
      return bucket.store().put(targetKey, Content.empty(), PutOptions.OVERWRITE);
    }
    CopyOptions seen = CopyOptions.UNSEEN.withSource(object).toMissing();
    ObjectInfo copy = bucket.store().copy(object.key(), targetKey, seen);
    bucket.known().note(copy);
    return copy;
  }

  private FileCopy copying(String sourceKey, String targetKey, CopyOptions options) {
    return new FileCopy(bucket.store(), sourceKey, targetKey, options);
  }
}
