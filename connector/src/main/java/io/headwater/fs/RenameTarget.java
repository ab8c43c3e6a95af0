package io.headwater.fs;

import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.fs.Path;

/**
 * Where a rename goes: into the target if that is a folder. If a folder is renamed to an empty
 * folder it replaces that, as by S3A and the local file system: Spark's catalog makes a partition's
 * new folder before it renames the old one.
 */
final class RenameTarget {
  private final Bucket bucket;
  private final StatusLookup lookup;
  private final Deletion deletion;

  RenameTarget(Bucket bucket, StatusLookup lookup, Deletion deletion) {
    this.bucket = bucket;
    this.lookup = lookup;
    this.deletion = deletion;
  }

  /**
   * Finds the path to which a source is renamed.
   *
   * @return nothing if a file is in the way or there is no folder to go to
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

  /** Whether nothing is in a folder, and no task is about to put anything there. */
  private boolean isEmptyFolder(Path folder) throws IOException {
    return !folder.isRoot()
        && bucket.pending().temporary(bucket.paths().key(folder)).isEmpty()
        && !deletion.hasContent(folder);
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
}
