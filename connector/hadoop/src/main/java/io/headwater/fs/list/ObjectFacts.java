package io.headwater.fs.list;

import io.headwater.commit.manifest.ColumnRange;
import io.headwater.commit.manifest.GovernedName;
import io.headwater.commit.manifest.ManifestEntry;
import io.headwater.fs.bucket.Bucket;
import io.headwater.fs.bucket.HeadwaterFileStatus;
import io.headwater.fs.bucket.PathKeys;
import io.headwater.fs.cache.SkipIndexCache;
import io.headwater.store.ObjectInfo;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/** Additional knowledge about objects. The file system returns an instance. */
public final class ObjectFacts {
  private final ListContext context;
  private final Bucket bucket;

  public ObjectFacts(ListContext context) {
    this.context = context;
    this.bucket = context.bucket();
  }

  /**
   * The skip index of a folder, from the folder's last listing here, without a request. Without
   * such a listing, by one request.
   */
  public Optional<FileStatus> index(Path folder) throws IOException {
    String prefix = prefix(folder);
    Optional<Optional<ObjectInfo>> seen = context.indexes().find(prefix);
    return (seen.isPresent() ? seen.get() : bucket.stored(SkipIndexCache.key(prefix)))
        .map(this::status);
  }

  /** The skip index, if a listing showed one. */
  public Optional<FileStatus> listedIndex(Path folder) {
    return context.indexes().find(prefix(folder)).flatMap(seen -> seen).map(this::status);
  }

  private FileStatus status(ObjectInfo object) {
    Path path = bucket.paths().path(object.key());
    return HeadwaterFileStatus.ofObject(path, object, context.blockSize());
  }

  /** Removes the cached index of a folder, because it is outdated. */
  public void forgetIndex(Path folder) {
    context.indexes().forget(prefix(folder));
  }

  /**
   * The ranges of an object's columns, by name, if a manifest that was read here contains them.
   * Sends no request.
   *
   * @param etag that the object must have
   */
  public Map<String, ColumnRange> ranges(Path file, String etag) {
    String key = bucket.paths().key(file);
    return GovernedName.rootOf(key)
        .flatMap(root -> bucket.datasets().knownEntry(root, key))
        .filter(entry -> entry.etag().equals(etag))
        .map(ManifestEntry::columns)
        .orElse(Map.of());
  }

  private String prefix(Path folder) {
    return PathKeys.folderPrefix(bucket.paths().key(folder));
  }
}
