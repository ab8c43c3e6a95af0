package io.headwater.fs.cache;

import io.headwater.commit.manifest.ManifestKeys;

/**
 * The last deletion of a thread, on which its next call may depend. Spark deletes a static
 * partition's folder before it sets up the job that replaces it, in one thread. FileContext deletes
 * the target of an overwriting rename before it calls the rename.
 */
public final class LastDeletion {
  /**
   * For all buckets, because a committer may write through another file system instance of the
   * process.
   */
  private static final ThreadLocal<Deleted> LAST = new ThreadLocal<>();

  private final String bucket;

  /** A key with its bucket, and whether it was a folder with everything below it. */
  private record Deleted(String place, boolean isFolder) {}

  /**
   * @param bucket names the bucket and its store's endpoint
   */
  public LastDeletion(String bucket) {
    this.bucket = bucket;
  }

  /** Records that this thread deleted a folder with everything below it. */
  public void noteFolder(String key) {
    LAST.set(new Deleted(place(key), true));
  }

  /** Records that this thread deleted a file. */
  public void noteFile(String key) {
    LAST.set(new Deleted(place(key), false));
  }

  /** Removes the record of this thread's last deletion. */
  public void forget() {
    LAST.remove();
  }

  /** Whether this thread's last deletion was a folder below a root. */
  public boolean isFolderBelow(String root) {
    Deleted last = LAST.get();
    return last != null
        && last.isFolder()
        && last.place().startsWith(place(ManifestKeys.under(root)));
  }

  /** Whether this thread's last deletion was this file or folder. */
  public boolean isOf(String key) {
    Deleted last = LAST.get();
    return last != null && last.place().equals(place(key));
  }

  private String place(String key) {
    return bucket + "/" + key;
  }
}
