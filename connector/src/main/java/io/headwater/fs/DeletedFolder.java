package io.headwater.fs;

import io.headwater.commit.manifest.ManifestKeys;

/**
 * The folder that a thread deleted last with all below it. A job that replaces a part of a dataset
 * begins so: Spark deletes a static partition's folder before it sets the job up, in one thread.
 */
final class DeletedFolder {
  /** Of all buckets, since a committer may write by another file system object of the process. */
  private static final ThreadLocal<String> FOLDER = new ThreadLocal<>();

  private final String bucket;

  /**
   * @param bucket names the bucket and its store's endpoint
   */
  DeletedFolder(String bucket) {
    this.bucket = bucket;
  }

  void note(String key) {
    FOLDER.set(bucket + "/" + key);
  }

  void forget() {
    FOLDER.remove();
  }

  /** Whether the folder that this thread deleted last is below a root. */
  boolean isBelow(String root) {
    String folder = FOLDER.get();
    return folder != null && folder.startsWith(bucket + "/" + ManifestKeys.under(root));
  }
}
