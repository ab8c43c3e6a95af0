package io.headwater.fs.list;

import io.headwater.commit.attempt.TemporaryKey;
import io.headwater.fs.bucket.Bucket;
import io.headwater.fs.bucket.HeadwaterFileStatus;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.util.functional.RemoteIterators;

/** Hadoop's listings: of a folder, a complete tree, or a single file. */
public final class FolderListing {
  private final ListContext context;
  private final Bucket bucket;
  private final StatusLookup lookup;

  public FolderListing(ListContext context, StatusLookup lookup) {
    this.context = context;
    this.bucket = context.bucket();
    this.lookup = lookup;
  }

  /** The direct children of a folder. A file lists itself. */
  public RemoteIterator<HeadwaterFileStatus> children(Path path) throws IOException {
    String key = bucket.paths().key(path);
    Optional<TemporaryKey> temporary = bucket.pending().temporary(key);
    if (temporary.isPresent()
        && (bucket.pending().isFolder(key) || temporary.get().isOnlyPending())) {
      return pendingChildren(path, key);
    }
    return orFile(Listing.children(context, path), path);
  }

  /**
   * The direct children of a folder from a name on, in the order of the names, by listings that
   * begin there.
   *
   * @param first the path with the name, which need not exist
   * @throws FileNotFoundException if the folder does not exist
   */
  public RemoteIterator<HeadwaterFileStatus> childrenFrom(Path first) throws IOException {
    String name = first.getName();
    Path folder = first.getParent();
    // No name is between its beginning and itself except longer ones, which are left out below.
    Listing listing = Listing.childrenAfter(context, folder, name.substring(0, name.length() - 1));
    if (!listing.folderExists()) {
      lookup.status(folder);
    }
    return RemoteIterators.filteringRemoteIterator(
        listing, status -> status.getPath().getName().compareTo(name) >= 0);
  }

  /** Every file under a folder, by one listing. A file lists itself. */
  public RemoteIterator<HeadwaterFileStatus> tree(Path path) throws IOException {
    return orFile(Listing.tree(context, path), path);
  }

  private RemoteIterator<HeadwaterFileStatus> orFile(Listing listing, Path path)
      throws IOException {
    if (path.isRoot() || listing.folderExists()) {
      return listing;
    }
    HeadwaterFileStatus status = lookup.listed(path);
    return status.isFile() ? RemoteIterators.remoteIteratorFromSingleton(status) : listing;
  }

  /**
   * Output under a temporary name. The folder of committed tasks is always empty, because their
   * output is already at its final place.
   */
  private RemoteIterator<HeadwaterFileStatus> pendingChildren(Path path, String key)
      throws IOException {
    Optional<HeadwaterFileStatus> found = lookup.find(path);
    if (found.isPresent() && found.get().isFile()) {
      return RemoteIterators.remoteIteratorFromSingleton(found.get());
    }
    if (found.isEmpty()) {
      throw StatusLookup.notFound(path);
    }
    List<String> names = bucket.pending().childNames(key);
    return RemoteIterators.mappingRemoteIterator(
        RemoteIterators.remoteIteratorFromIterable(names),
        name -> lookup.status(new Path(path, name)));
  }
}
