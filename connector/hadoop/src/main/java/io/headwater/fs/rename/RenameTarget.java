package io.headwater.fs.rename;

import io.headwater.fs.bucket.Bucket;
import io.headwater.fs.bucket.HeadwaterFileStatus;
import io.headwater.fs.list.StatusLookup;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.fs.Path;

/**
 * The final target of a rename. If the target is a folder, the source moves into it. A renamed
 * folder replaces an empty folder, as in S3A and the local file system. Spark's catalog creates a
 * partition's new folder before it renames the old one.
 */
final class RenameTarget {
  private final Bucket bucket;
  private final StatusLookup lookup;

  RenameTarget(Bucket bucket, StatusLookup lookup) {
    this.bucket = bucket;
    this.lookup = lookup;
  }

  /**
   * Finds the path to which a source is renamed.
   *
   * @return empty if a file exists there or the parent is a file
   */
  Optional<Path> find(Path source, boolean isFolder, Path target) throws IOException {
    Optional<HeadwaterFileStatus> there = lookup.find(target);
    if (there.isEmpty()) {
      return isUnderFile(target) ? Optional.empty() : Optional.of(target);
    }
    if (there.get().isFile()) {
      return source.equals(target) ? Optional.of(target) : Optional.empty();
    }
    if (isFolder && isEmptyFolder(target)) {
      return Optional.of(target);
    }
    Path into = new Path(target, source.getName());
    Optional<HeadwaterFileStatus> inside =
        into.equals(source) ? Optional.empty() : lookup.find(into);
    return inside.isEmpty() ? Optional.of(into) : Optional.empty();
  }

  /** Whether a folder is empty, and no task will write to it. */
  private boolean isEmptyFolder(Path folder) throws IOException {
    return !folder.isRoot()
        && bucket.pending().temporary(bucket.paths().key(folder)).isEmpty()
        && !lookup.hasContent(folder);
  }

  /**
   * Whether an ancestor of the target is a file. A missing parent is allowed: a folder without a
   * marker disappears with its last file, which another program may delete at any time.
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
}
