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
import org.apache.hadoop.fs.InvalidPathException;
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
   * What may match a glob: in its folders without a wildcard, what begins as the next name does.
   *
   * @param glob an absolute path
   * @return nothing if a glob is as well matched level by level: it has no wildcard, or has one
   *     alone that begins its last name, or the tree is too large, or has a key that no path can
   *     name: that fails the listing of its own folder, which the glob need not be about
   */
  static Optional<FileSystem> of(FileSystem fileSystem, Bucket bucket, Path glob)
      throws IOException {
    Path folder = fixed(glob);
    String start = start(glob, folder);
    boolean isDeep = folder.depth() + 1 < glob.depth();
    if (folder.equals(glob)
        || !isDeep && start.isEmpty()
        || TemporaryKey.parse(bucket.paths().key(folder)).isPresent()) {
      return Optional.empty();
    }
    Listing listing =
        isDeep ? Listing.walk(bucket, folder, start) : Listing.children(bucket, folder, start);
    WalkedTree tree = new WalkedTree(fileSystem);
    try {
      return tree.walk(listing, folder) ? Optional.of(tree) : Optional.empty();
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }

  /** What the name behind the fixed folder begins with, up to its wildcard. */
  private static String start(Path glob, Path folder) {
    Path name = glob;
    while (name.depth() > folder.depth() + 1) {
      name = name.getParent();
    }
    return WILDCARD.split(name.getName(), 2)[0];
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
