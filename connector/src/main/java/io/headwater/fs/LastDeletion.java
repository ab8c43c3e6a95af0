package io.headwater.fs;

import io.headwater.commit.manifest.ManifestKeys;

/**
 * What a thread deleted last, whose next call may depend on it. A job that replaces a part of a
 * dataset begins so: Spark deletes a static partition's folder before it sets the job up, in one
 * thread. FileContext deletes the target of a rename that overwrites before it calls the rename.
 */
final class LastDeletion {
  /** Of all buckets, since a committer may write by another file system object of the process. */
  private static final ThreadLocal<Deleted> LAST = new ThreadLocal<>();

  private final String bucket;

  /** A key with its bucket, and whether it was a folder with all below it. */
  private record Deleted(String place, boolean isFolder) {}

  /**
   * @param bucket names the bucket and its store's endpoint
   */
  LastDeletion(String bucket) {
    this.bucket = bucket;
  }

  void noteFolder(String key) {
    LAST.set(new Deleted(place(key), true));
  }

  void noteFile(String key) {
    LAST.set(new Deleted(place(key), false));
  }

  void forget() {
    LAST.remove();
  }

  /** Whether this thread deleted a folder below a root last. */
  boolean isFolderBelow(String root) {
    Deleted last = LAST.get();
    return last != null
        && last.isFolder()
        && last.place().startsWith(place(ManifestKeys.under(root)));
  }

  /** Whether this thread deleted this file or folder last. */
  boolean isOf(String key) {
    Deleted last = LAST.get();
    return last != null && last.place().equals(place(key));
  }

  private String place(String key) {
    return bucket + "/" + key;
  }
}
