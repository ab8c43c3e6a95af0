package io.headwater.fs;

import io.headwater.commit.manifest.ColumnRange;
import io.headwater.commit.manifest.GovernedName;
import io.headwater.commit.manifest.ManifestEntry;
import io.headwater.store.ObjectInfo;
import io.headwater.store.ObjectNotFoundException;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/** What is known of objects beside themselves; got from {@link HeadwaterFileSystem}. */
public final class ObjectFacts {
  private final Bucket bucket;

  ObjectFacts(Bucket bucket) {
    this.bucket = bucket;
  }

  /**
   * The skip index of a folder as the folder's last listing here showed it, without a request;
   * where none was listed as it is now, by one.
   */
  public Optional<FileStatus> index(Path folder) throws IOException {
    String prefix = prefix(folder);
    Optional<Optional<ObjectInfo>> seen = bucket.indexes().find(prefix);
    return (seen.isPresent() ? seen.get() : head(SeenIndexes.key(prefix))).map(this::status);
  }

  /** The same, if a listing showed one. */
  public Optional<FileStatus> listedIndex(Path folder) {
    return bucket.indexes().find(prefix(folder)).flatMap(seen -> seen).map(this::status);
  }

  private FileStatus status(ObjectInfo object) {
    Path path = bucket.paths().path(object.key());
    return HeadwaterFileStatus.ofObject(path, object, bucket.blockSize());
  }

  private Optional<ObjectInfo> head(String key) throws IOException {
    try {
      return Optional.of(bucket.store().head(key));
    } catch (ObjectNotFoundException e) {
      return Optional.empty();
    }
  }

  /** Forgets what a listing showed of a folder's index, which turned out to be so no more. */
  public void forgetIndex(Path folder) {
    bucket.indexes().forget(prefix(folder));
  }

  /**
   * The ranges of an object's columns, by their names, as far as a manifest that was read here has
   * them: no request.
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
