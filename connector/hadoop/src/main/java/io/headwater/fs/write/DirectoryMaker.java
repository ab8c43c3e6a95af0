package io.headwater.fs.write;

import io.headwater.commit.attempt.TemporaryKey;
import io.headwater.fs.bucket.Bucket;
import io.headwater.fs.bucket.HeadwaterFileStatus;
import io.headwater.fs.list.StatusLookup;
import io.headwater.store.PutOptions;
import io.headwater.store.content.Content;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.ParentNotDirectoryException;
import org.apache.hadoop.fs.Path;

/**
 * Creates folders. A folder exists if an object's key contains it. An explicitly created folder,
 * and each of its ancestors, is marked by an empty object whose key ends in a slash. A job's output
 * needs no markers.
 */
public final class DirectoryMaker {
  private final WriteContext context;
  private final Bucket bucket;
  private final StatusLookup lookup;

  public DirectoryMaker(WriteContext context, StatusLookup lookup) {
    this.context = context;
    this.bucket = context.bucket();
    this.lookup = lookup;
  }

  /** Creates a folder and its missing ancestors. */
  public void make(Path path) throws IOException {
    String key = bucket.paths().key(path);
    Optional<TemporaryKey> temporary = bucket.pending().temporary(key);
    if (temporary.isPresent()) {
      if (temporary.get().kind() == TemporaryKey.Kind.JOB) {
        new ManifestProtection(context).beginJob(temporary.get().target());
      }
      bucket.pending().addFolder(key);
      return;
    }
    Optional<String> dataset = TemporaryKey.datasetOfManifestCommitter(key);
    if (dataset.isPresent()) {
      new ManifestProtection(context).beginJob(dataset.get());
    }
    if (bucket.pending().isFolderOfTarget(key)) {
      return;
    }
    Deque<String> missing = new ArrayDeque<>();
    for (Path each = path; each != null && !each.isRoot(); each = each.getParent()) {
      Optional<HeadwaterFileStatus> found = lookup.find(each);
      if (found.isPresent()) {
        requireFolder(found.get(), path);
        break;
      }
      missing.push(bucket.paths().key(each));
    }
    for (String folder : missing) {
      bucket.store().put(folder + "/", Content.empty(), PutOptions.OVERWRITE);
    }
  }

  private static void requireFolder(HeadwaterFileStatus found, Path wanted) throws IOException {
    if (found.isFile()) {
      String message = "cannot make folder " + wanted + ": " + found.getPath() + " is a file";
      throw found.getPath().equals(wanted)
          ? new FileAlreadyExistsException(message)
          : new ParentNotDirectoryException(message);
    }
  }
}
