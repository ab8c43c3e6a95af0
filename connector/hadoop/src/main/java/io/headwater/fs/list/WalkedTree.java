package io.headwater.fs.list;

import io.headwater.commit.attempt.TemporaryKey;
import io.headwater.fs.bucket.HeadwaterFileStatus;
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
 * A file system from one listing of a tree. Hadoop matches a glob level by level, with a listing of
 * each matching folder. On this file system it needs no requests.
 */
public final class WalkedTree extends FilterFileSystem {
  /** The most files and folders that are listed for a glob, which may match few of them. */
  static final int MOST = 10_000;

  private static final Pattern WILDCARD = Pattern.compile("[*?\\[{\\\\]");

  private final String user;
  private final Map<Path, HeadwaterFileStatus> statuses = new HashMap<>();
  private final Map<Path, List<HeadwaterFileStatus>> children = new HashMap<>();

  private WalkedTree(FileSystem fileSystem, String user) {
    super(fileSystem);
    this.user = user;
  }

  /**
   * The candidates of a glob: in its folder without wildcards, the objects with the prefix of the
   * next name. Empty if matching level by level is as good:
   *
   * <ul>
   *   <li>The glob has no wildcard, or a single one that starts its last name.
   *   <li>The tree is too large.
   *   <li>The tree has a key that no path can name. It fails the listing of the folder that
   *       contains it, which the glob may not concern.
   * </ul>
   *
   * @param glob an absolute path
   * @param user the owner of all files
   */
  public static Optional<FileSystem> of(
      FileSystem fileSystem, ListContext context, Path glob, String user) throws IOException {
    Path folder = fixed(glob);
    String start = start(glob, folder);
    boolean isDeep = folder.depth() + 1 < glob.depth();
    if (folder.equals(glob)
        || !isDeep && start.isEmpty()
        || TemporaryKey.parse(context.bucket().paths().key(folder)).isPresent()) {
      return Optional.empty();
    }
    Listing listing =
        isDeep ? Listing.walk(context, folder, start) : Listing.children(context, folder, start);
    WalkedTree tree = new WalkedTree(fileSystem, user);
    try {
      return tree.walk(listing, folder) ? Optional.of(tree) : Optional.empty();
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }

  /** The prefix of the name after the fixed folder, up to its wildcard. */
  private static String start(Path glob, Path folder) {
    Path name = glob;
    while (name.depth() > folder.depth() + 1) {
      name = name.getParent();
    }
    return WILDCARD.split(name.getName(), 2)[0];
  }

  /** The part of a glob without wildcards. */
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
      return false; // Hadoop's own matching finds whatever exists.
    }
    add(HeadwaterFileStatus.ofFolder(folder));
    while (listing.hasNext()) {
      if (!isAdded(listing.next())) {
        return false; // One path is a file and a folder. Only the store can distinguish them.
      }
      if (statuses.size() > MOST) {
        return false;
      }
    }
    return true;
  }

  /**
   * Adds a file or a marked folder, and the folders above. Returns whether each path is only one of
   * both.
   */
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

  /** A copy, because Hadoop changes the paths of statuses that it matches. */
  @Override
  public FileStatus getFileStatus(Path path) throws IOException {
    HeadwaterFileStatus status = statuses.get(path);
    if (status == null) {
      throw new FileNotFoundException("the listing does not have " + path);
    }
    return status.copy().ownedBy(user);
  }

  @Override
  public FileStatus[] listStatus(Path path) throws IOException {
    FileStatus status = getFileStatus(path);
    return status.isFile()
        ? new FileStatus[] {status}
        : children.getOrDefault(path, List.of()).stream()
            .map(child -> child.copy().ownedBy(user))
            .toArray(FileStatus[]::new);
  }
}
