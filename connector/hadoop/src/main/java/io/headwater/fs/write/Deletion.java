package io.headwater.fs.write;

import io.headwater.commit.attempt.AttemptName;
import io.headwater.commit.attempt.TemporaryKey;
import io.headwater.commit.dataset.EntryChanges;
import io.headwater.commit.manifest.ManifestKeys;
import io.headwater.fs.bucket.Bucket;
import io.headwater.fs.bucket.HeadwaterFileStatus;
import io.headwater.fs.bucket.PathKeys;
import io.headwater.fs.list.AttemptLookup;
import io.headwater.fs.list.StatusLookup;
import io.headwater.store.DeleteFailure;
import io.headwater.store.ListOptions;
import io.headwater.store.ListPage;
import io.headwater.store.ObjectInfo;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathIOException;
import org.apache.hadoop.fs.PathIsNotEmptyDirectoryException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Deletes objects and complete folders, page by page, with bulk requests. */
public final class Deletion {
  private static final Logger LOG = LoggerFactory.getLogger(Deletion.class);

  private final WriteContext context;
  private final Bucket bucket;
  private final StatusLookup lookup;

  public Deletion(WriteContext context, StatusLookup lookup) {
    this.context = context;
    this.bucket = context.bucket();
    this.lookup = lookup;
  }

  /**
   * Deletes the file or folder at a path.
   *
   * @return whether it existed, or false for a root that is not empty, which is never deleted
   */
  public boolean delete(Path path, boolean recursive) throws IOException {
    String key = bucket.paths().key(path);
    Optional<TemporaryKey> temporary = bucket.pending().temporary(key);
    if (temporary.isPresent()) {
      boolean anything = bucket.pending().discard(key, bucket.store(), bucket.workers());
      if (anything || temporary.get().isOnlyPending()) {
        return anything;
      }
    }
    Optional<HeadwaterFileStatus> found = lookup.find(path);
    if (found.isEmpty()) {
      return false;
    }
    if (found.get().isFile()) {
      if (!recursive && isLeftToRename(key)) {
        return true;
      }
      deleteFile(found.get());
      context.deleted().noteFile(key);
      return true;
    }
    if (path.isRoot()) {
      return deleteRoot(recursive);
    }
    if (!recursive && lookup.hasContent(path)) {
      throw new PathIsNotEmptyDirectoryException(path.toString());
    }
    if (!deleteTree(key) && found.get().marker().isEmpty()) {
      requireGone(path, "deleted");
    }
    deleteMarker(found.get());
    context.deleted().noteFolder(key);
    return true;
  }

  /**
   * Whether a file is kept because its program will rename another file to it. The rename replaces
   * it if that is allowed.
   *
   * @throws PathIOException if the file is a manifest that must not be deleted by itself
   */
  private boolean isLeftToRename(String key) throws IOException {
    if (ManifestKeys.rootOfBase(key).isPresent() && bucket.pending().isAboutToRename()) {
      return true;
    }
    new ManifestProtection(context).requireDeletable(key);
    return false;
  }

  /** A root is kept. The log explains why, because Hadoop's specification allows only a result. */
  private boolean deleteRoot(boolean recursive) throws IOException {
    Path root = new Path(bucket.paths().root() + "/");
    if (!lookup.hasContent(root)) {
      return true;
    }
    if (!recursive) {
      throw new PathIsNotEmptyDirectoryException(root.toString());
    }
    LOG.error(
        "{}: the root cannot be deleted. Nothing was deleted. Delete its content "
            + "by `hadoop fs -rm -r '{}*'`, or the bucket by the store's own tools",
        root,
        root);
    return false;
  }

  private EntryChanges changes() {
    return new EntryChanges(bucket.commits(), bucket.datasets());
  }

  private void deleteFile(HeadwaterFileStatus file) throws IOException {
    changes().remove(List.of(file.key()));
    deleteObjects(file);
  }

  /**
   * Deletes a file that is not a manifest entry. All attempts of its part are deleted, because
   * another attempt would replace it.
   */
  public void deleteObjects(HeadwaterFileStatus file) throws IOException {
    if (AttemptName.parse(file.key()).isEmpty()) {
      bucket.store().delete(file.key());
      return;
    }
    List<String> attempts =
        new AttemptLookup(bucket).at(file.key()).stream().map(ObjectInfo::key).toList();
    if (attempts.isEmpty()) {
      bucket.known().forget(file.key());
      bucket.store().delete(file.key());
    } else {
      deleteAll(attempts);
    }
  }

  /**
   * Requires that another program removed the content of a folder without a marker, in which
   * nothing that counts was found.
   *
   * @param done what was to be done with the content, for the error
   */
  public void requireGone(Path folder, String done) throws IOException {
    if (lookup.find(folder).isPresent()) {
      throw new PathIOException(
          folder.toString(),
          "the folder exists, but nothing that counts was found in it, so nothing was "
              + done
              + ". Either the store's listings lag: try again later. Or jobs that did not commit "
              + "left objects there: `headwater sweep` deletes them");
    }
  }

  /**
   * Deletes everything under a folder, including uncommitted attempts and markers. What a job wrote
   * for a dataset above is deleted only if a manifest has it.
   *
   * @return whether anything was deleted
   */
  private boolean deleteTree(String folderKey) throws IOException {
    boolean anything = bucket.pending().discard(folderKey, bucket.store(), bucket.workers());
    ListOptions options = ListOptions.tree(PathKeys.folderPrefix(folderKey));
    Optional<String> next;
    do {
      ListPage page = bucket.store().list(options);
      List<String> deletable = changes().removeFolder(folderKey, page.objects());
      anything |= !deletable.isEmpty();
      deleteAll(deletable);
      next = page.next();
      if (next.isPresent()) {
        options = options.after(next.get());
      }
    } while (next.isPresent());
    return anything;
  }

  /** Deletes the object outside a folder that marks it, if any. */
  public void deleteMarker(HeadwaterFileStatus folder) throws IOException {
    if (!folder.marker().isEmpty()) {
      bucket.store().delete(folder.marker());
    }
  }

  /** Deletes keys. Fails if one could not be deleted. */
  public void deleteAll(List<String> keys) throws IOException {
    if (keys.isEmpty()) {
      return;
    }
    keys.forEach(bucket.known()::forget);
    if (keys.size() == 1) {
      bucket.store().delete(keys.get(0));
      return;
    }
    List<DeleteFailure> failures = bucket.store().deleteAll(keys);
    if (!failures.isEmpty()) {
      DeleteFailure first = failures.get(0);
      throw new PathIOException(
          bucket.paths().root() + "/" + first.key(),
          failures.size() + " of " + keys.size() + " objects were not deleted: " + first.reason());
    }
  }
}
