package io.headwater.fs.rename;

import io.headwater.commit.attempt.AttemptName;
import io.headwater.fs.bucket.Bucket;
import io.headwater.fs.bucket.HeadwaterFileStatus;
import io.headwater.fs.list.StatusLookup;
import io.headwater.fs.write.Deletion;
import io.headwater.fs.write.ExclusiveFiles;
import io.headwater.fs.write.WriteContext;
import io.headwater.store.CopyOptions;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.ParentNotDirectoryException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathIOException;

/**
 * Renames according to FileContext: to exactly the target, and every refusal is an exception. The
 * copy replaces a file that is to be overwritten, so a failure leaves that file unchanged.
 */
public final class StrictRename {
  private final WriteContext context;
  private final Bucket bucket;
  private final StatusLookup lookup;
  private final Deletion deletion;
  private final ExclusiveFiles exclusive;

  public StrictRename(
      WriteContext context, StatusLookup lookup, Deletion deletion, ExclusiveFiles exclusive) {
    this.exclusive = exclusive;
    this.context = context;
    this.bucket = context.bucket();
    this.lookup = lookup;
    this.deletion = deletion;
  }

  /**
   * Renames a file or folder to exactly the target.
   *
   * @throws FileAlreadyExistsException if the target is the source, or exists and is not to be
   *     overwritten
   */
  public void rename(Path source, Path target, boolean overwrite) throws IOException {
    if (source.equals(target)) {
      throw new FileAlreadyExistsException(
          "cannot rename " + source + ": source and target are the same");
    }
    HeadwaterFileStatus from = lookup.find(source).orElseThrow(() -> StatusLookup.notFound(source));
    Optional<HeadwaterFileStatus> there = lookup.find(target);
    if (there.isEmpty()) {
      requireFolder(target);
      move(source, target);
      return;
    }
    requireReplaceable(from, there.get(), overwrite);
    Renaming renaming = new Renaming(context, lookup, deletion, exclusive);
    if (isReplacedByCopy(from, there.get())) {
      renaming.moveFile(from, bucket.paths().key(target), CopyOptions.UNSEEN);
    } else {
      deletion.delete(target, false);
      move(source, target);
    }
  }

  /**
   * The target's folder must exist. It may have disappeared with its last file: FileContext deletes
   * the target in this thread before a rename that overwrites it.
   */
  private void requireFolder(Path target) throws IOException {
    Path parent = target.getParent();
    if (parent.isRoot() || context.deleted().isOf(bucket.paths().key(target))) {
      return;
    }
    if (lookup.find(parent).orElseThrow(() -> StatusLookup.notFound(parent)).isFile()) {
      throw new ParentNotDirectoryException(parent + " is a file");
    }
  }

  private void move(Path source, Path target) throws IOException {
    if (!new Renaming(context, lookup, deletion, exclusive).rename(source, target)) {
      throw new ParentNotDirectoryException(
          "cannot rename "
              + source
              + " to "
              + target
              + ": the target is below a file or the source, or was just created");
    }
  }

  private static void requireReplaceable(
      HeadwaterFileStatus from, HeadwaterFileStatus there, boolean overwrite) throws IOException {
    String target = there.getPath().toString();
    String refused = "cannot rename " + from.getPath() + " to " + target + ": ";
    if (from.isDirectory() != there.isDirectory()) {
      String kind = there.isDirectory() ? " is a folder" : " is a file";
      throw new PathIOException(target, refused + target + kind);
    }
    if (!overwrite) {
      throw new FileAlreadyExistsException(refused + target + " exists");
    }
  }

  /**
   * A pending file replaces the target when it is published. A part's name belongs to its attempt.
   */
  private static boolean isReplacedByCopy(HeadwaterFileStatus from, HeadwaterFileStatus there) {
    return from.isFile() && !from.key().isEmpty() && AttemptName.parse(there.key()).isEmpty();
  }
}
