package io.headwater.fs;

import io.headwater.commit.TemporaryKey;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FilterFileSystem;
import org.apache.hadoop.fs.Path;

/**
 * A file system as one listing of a tree showed it. Hadoop matches a glob level by level, with a
 * listing of each folder that fits so far; on this it does so without a request.
 */
final class WalkedTree extends FilterFileSystem {
  /** The most files and folders that are listed for a glob, which may want few of them. */
  static final int MOST = 10_000;

  private static final Pattern WILDCARD = Pattern.compile("[*?\\[{\\\\]");

  private final Map<Path, HeadwaterFileStatus> statuses = new HashMap<>();
  private final Map<Path, List<HeadwaterFileStatus>> children = new HashMap<>();

  private WalkedTree(FileSystem fileSystem) {
    super(fileSystem);
  }

  /**
   * The tree in which a glob's files are: that of its folders without a wildcard.
   *
   * @param glob an absolute path
   * @return nothing if a glob is as well matched level by level: it has a wildcard in its last name
   *     alone, or the tree is too large
   */
  static Optional<FileSystem> of(FileSystem fileSystem, Bucket bucket, Path glob)
      throws IOException {
    Path folder = fixed(glob);
    boolean isDeep = folder.depth() + 1 < glob.depth();
    if (!isDeep || TemporaryKey.parse(bucket.paths().key(folder)).isPresent()) {
      return Optional.empty();
    }
    WalkedTree tree = new WalkedTree(fileSystem);
    return tree.walk(Listing.walk(bucket, folder), folder) ? Optional.of(tree) : Optional.empty();
  }

  /** The folder that a glob names without a wildcard. */
  private static Path fixed(Path glob) {
    Path fixed = glob;
    for (Path each = glob; !each.isRoot(); each = each.getParent()) {
      if (WILDCARD.matcher(each.getName()).find()) {
        fixed = each.getParent();
      }
    }
    return fixed;
  }

  private boolean walk(Listing listing, Path folder) throws IOException {
    if (!listing.folderExists()) {
      return false; // Hadoop's own way tells what is there, if anything.
    }
    add(HeadwaterFileStatus.ofFolder(folder));
    while (listing.hasNext()) {
      if (!isAdded(listing.next())) {
        return false; // One path is a file and a folder, which only the store can tell apart.
      }
      if (statuses.size() > MOST) {
        return false;
      }
    }
    return true;
  }

  /** Adds a file or a marked folder, and the folders above; whether each path is one or other. */
  private boolean isAdded(HeadwaterFileStatus status) {
    Path above = status.getPath().getParent();
    while (!statuses.containsKey(above)) {
      add(HeadwaterFileStatus.ofFolder(above));
      above = above.getParent();
    }
    HeadwaterFileStatus known = statuses.get(status.getPath());
    if (known == null) {
      add(status);
    }
    return statuses.get(above).isDirectory()
        && (known == null || known.isDirectory() == status.isDirectory());
  }

  private void add(HeadwaterFileStatus status) {
    statuses.put(status.getPath(), status);
    if (!status.getPath().isRoot()) {
      children.computeIfAbsent(status.getPath().getParent(), path -> new ArrayList<>()).add(status);
    }
  }

  /** A copy, as all that is told: Hadoop changes the paths of statuses that it matches. */
  @Override
  public FileStatus getFileStatus(Path path) throws IOException {
    HeadwaterFileStatus status = statuses.get(path);
    if (status == null) {
      throw new FileNotFoundException("the listing does not have " + path);
    }
    return status.copy();
  }

  @Override
  public FileStatus[] listStatus(Path path) throws IOException {
    FileStatus status = getFileStatus(path);
    return status.isFile()
        ? new FileStatus[] {status}
        : children.getOrDefault(path, List.of()).stream()
            .map(HeadwaterFileStatus::copy)
            .toArray(FileStatus[]::new);
  }
}
