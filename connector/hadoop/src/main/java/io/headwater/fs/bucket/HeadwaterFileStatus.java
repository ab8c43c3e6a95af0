package io.headwater.fs.bucket;

import io.headwater.store.ObjectInfo;
import java.time.Instant;
import java.util.Map;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/** The status of an object, with its ETag, or of a folder. */
public final class HeadwaterFileStatus extends FileStatus implements ObjectStatus {
  private static final long serialVersionUID = 1L;

  private final String key;
  private final String etag;
  private final String marker;

  private HeadwaterFileStatus(
      Path path, String key, long length, boolean folder, long blockSize, long time, String etag) {
    super(length, folder, 1, blockSize, time, path);
    this.key = key;
    this.etag = etag;
    this.marker = "";
  }

  private HeadwaterFileStatus(Path path, String marker) {
    super(0, true, 1, 0, 0, path);
    this.key = "";
    this.etag = null;
    this.marker = marker;
  }

  /** The status of an object. {@code path} may differ from its key. */
  public static HeadwaterFileStatus ofObject(Path path, ObjectInfo object, long blockSize) {
    return new HeadwaterFileStatus(
        path,
        object.key(),
        object.length(),
        false,
        blockSize,
        object.lastModified().toEpochMilli(),
        object.etag());
  }

  /** The status of a file that is being written. It has no ETag yet. */
  public static HeadwaterFileStatus ofPending(Path path, long length, long blockSize, long time) {
    return new HeadwaterFileStatus(path, "", length, false, blockSize, time, null);
  }

  /** The status of a folder. Stores have no folders, so it has no time. */
  public static HeadwaterFileStatus ofFolder(Path path) {
    return new HeadwaterFileStatus(path, "");
  }

  /**
   * The status of a folder that an object outside it marks.
   *
   * @param marker that object's key
   */
  public static HeadwaterFileStatus ofMarkedFolder(Path path, String marker) {
    return new HeadwaterFileStatus(path, marker);
  }

  /** The key of the object outside the folder that marks it, or empty without one. */
  public String marker() {
    return marker;
  }

  /** A copy of this status, without its owner. */
  public HeadwaterFileStatus copy() {
    if (isDirectory()) {
      return new HeadwaterFileStatus(getPath(), marker);
    }
    return new HeadwaterFileStatus(
        getPath(), key, getLen(), isDirectory(), getBlockSize(), getModificationTime(), etag);
  }

  /** Sets the owner and the group. Stores have none, and YARN requires that they are the user. */
  public HeadwaterFileStatus ownedBy(String user) {
    setOwner(user);
    setGroup(user);
    return this;
  }

  /** The object's metadata. */
  public ObjectInfo object() {
    Instant written = Instant.ofEpochMilli(getModificationTime());
    return new ObjectInfo(key, getLen(), etag, written, Map.of());
  }

  @Override
  public String key() {
    return key;
  }

  @Override
  public String getEtag() {
    return etag;
  }

  @Override
  public boolean equals(Object other) {
    return super.equals(other);
  }

  @Override
  public int hashCode() {
    return super.hashCode();
  }
}
