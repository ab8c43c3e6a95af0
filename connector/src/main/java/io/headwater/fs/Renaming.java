package io.headwater.fs;

import io.headwater.commit.AttemptFilter;
import io.headwater.commit.TemporaryKey;
import io.headwater.store.Content;
import io.headwater.store.CopyOptions;
import io.headwater.store.ListOptions;
import io.headwater.store.ListPage;
import io.headwater.store.ObjectInfo;
import io.headwater.store.PutOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.Path;

/**
 * Renames. What is written under a temporary name is published by it; anything else is copied
 * inside the store by a bounded number of requests at once, and deleted in bulk when all copies
 * stand, so that a failure midway leaves the source whole.
 */
final class Renaming {
  private final Bucket bucket;
  private final StatusLookup lookup;
  private final Deletion deletion;

  Renaming(Bucket bucket, StatusLookup lookup, Deletion deletion) {
    this.bucket = bucket;
    this.lookup = lookup;
    this.deletion = deletion;
  }

  /**
   * Renames as Hadoop's specification has it: into the target if that is a folder.
   *
   * @return false if the source is missing or the target is in the way
   */
  boolean rename(Path source, Path target) throws IOException {
    String sourceKey = bucket.paths().key(source);
    Optional<TemporaryKey> temporary = TemporaryKey.parse(sourceKey);
    if (temporary.isPresent()) {
      return renameTemporary(temporary.get(), sourceKey, target);
    }
    Optional<HeadwaterFileStatus> found = lookup.find(source);
    if (found.isEmpty() || source.isRoot()) {
      return false;
    }
    Optional<Path> finalTarget = finalTarget(source, target);
    if (finalTarget.isEmpty()) {
      return false;
    }
    String targetKey = bucket.paths().key(finalTarget.get());
    if (targetKey.equals(sourceKey)) {
      return found.get().isFile();
    }
    if (found.get().isFile()) {
      bucket.known().forget(targetKey);
      copy(found.get().object(), targetKey);
      deletion.deleteFile(found.get());
      return true;
    }
    return !targetKey.startsWith(sourceKey + "/") && renameTree(sourceKey, targetKey);
  }

  private boolean renameTemporary(TemporaryKey temporary, String sourceKey, Path target)
      throws IOException {
    String targetKey = bucket.paths().key(target);
    if (bucket.pending().object(sourceKey).isEmpty() && !bucket.pending().isFolder(sourceKey)) {
      return false;
    }
    Optional<TemporaryKey> temporaryTarget = TemporaryKey.parse(targetKey);
    if (temporaryTarget.isPresent()
        && temporaryTarget.get().kind() != TemporaryKey.Kind.COMMITTED_TASK) {
      bucket.pending().move(sourceKey, targetKey);
      return true;
    }
    if (temporary.kind() == TemporaryKey.Kind.ATTEMPT) {
      bucket.pending().publish(sourceKey, targetKey, bucket.workers());
      return true;
    }
    Optional<Path> finalTarget = finalTarget(bucket.paths().path(sourceKey), target);
    if (finalTarget.isEmpty()) {
      return false;
    }
    bucket.pending().publish(sourceKey, bucket.paths().key(finalTarget.get()), bucket.workers());
    return true;
  }

  /** Where the source goes; nowhere if a file is in the way or there is no folder to go to. */
  private Optional<Path> finalTarget(Path source, Path target) throws IOException {
    Optional<HeadwaterFileStatus> there = lookup.find(target);
    if (there.isEmpty()) {
      return isUnderFile(target) ? Optional.empty() : Optional.of(target);
    }
    if (there.get().isFile()) {
      return source.equals(target) ? Optional.of(target) : Optional.empty();
    }
    Path into = new Path(target, source.getName());
    Optional<HeadwaterFileStatus> inside =
        into.equals(source) ? Optional.empty() : lookup.find(into);
    return inside.isEmpty() ? Optional.of(into) : Optional.empty();
  }

  /**
   * Whether an ancestor of the target is a file. That its parent is missing is no hindrance: a
   * folder without a marker goes with its last file, which another program may delete at any time.
   */
  private boolean isUnderFile(Path target) throws IOException {
    for (Path each = target.getParent(); !each.isRoot(); each = each.getParent()) {
      Optional<HeadwaterFileStatus> found = lookup.find(each);
      if (found.isPresent()) {
        return found.get().isFile();
      }
    }
    return false;
  }

  /** Only what was listed is deleted: what others put there meanwhile was not copied. */
  private boolean renameTree(String sourceKey, String targetKey) throws IOException {
    List<String> listed = new ArrayList<>();
    AttemptFilter filter = new AttemptFilter();
    ListOptions options = ListOptions.tree(PathKeys.folderPrefix(sourceKey));
    Optional<String> next;
    do {
      ListPage page = bucket.store().list(options);
      page.objects().forEach(object -> listed.add(object.key()));
      copyAll(filter.accept(page.objects()), sourceKey, targetKey);
      next = page.next();
      options = next.map(options::after).orElse(options);
    } while (next.isPresent());
    copyAll(filter.finish(), sourceKey, targetKey);
    bucket.pending().discard(sourceKey, bucket.store(), bucket.workers());
    deletion.deleteAll(listed);
    return true;
  }

  private void copyAll(List<ObjectInfo> objects, String sourceKey, String targetKey)
      throws IOException {
    bucket
        .workers()
        .forEach(
            objects,
            object -> copy(object, targetKey + object.key().substring(sourceKey.length())));
  }

  private void copy(ObjectInfo object, String targetKey) throws IOException {
    if (object.length() == 0 && object.key().endsWith("/")) {
      // A marker: writing it costs less than copying it, which not every store can.
      bucket.store().put(targetKey, Content.empty(), PutOptions.OVERWRITE);
    } else {
      CopyOptions seen = CopyOptions.UNSEEN.withSource(object).toMissing();
      bucket.known().note(bucket.store().copy(object.key(), targetKey, seen));
    }
  }
}
