package io.headwater.fs.cache;

import io.headwater.store.ObjectInfo;
import io.headwater.store.ObjectStore;
import io.headwater.store.exception.ObjectNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.function.LongSupplier;

/**
 * Empty objects that a HEAD showed to be files. Other programs mark a folder by an empty object of
 * a directory's media type, which S3's listings omit. MapReduce requests the status of a file in
 * its distributed cache several times.
 */
public final class EmptyFileCache {
  private static final int MOST = 100;
  private static final Duration LATELY = Duration.ofSeconds(10);

  private final ChangeBoundCache<Version, Boolean> files;

  /** An object as a listing shows it. All empty objects have the same ETag. */
  private record Version(String key, Instant lastModified) {}

  /**
   * @param changes counts this file system's changes of the bucket
   */
  public EmptyFileCache(LongSupplier changes) {
    files = ChangeBoundCache.bounded(changes, LATELY, MOST);
  }

  /**
   * Whether a listed empty object has a directory's media type, by a HEAD. It costs no request if a
   * HEAD showed the same object within the last ten seconds, and this file system has changed
   * nothing since.
   */
  public boolean isDirectory(ObjectStore store, ObjectInfo listed) throws IOException {
    Version version = new Version(listed.key(), listed.lastModified());
    if (files.find(version).isPresent()) {
      return false;
    }
    ChangeBoundCache.Moment sent = files.now();
    try {
      boolean isDirectory = store.head(listed.key()).isDirectory();
      if (!isDirectory) {
        files.put(version, true, sent);
      }
      return isDirectory;
    } catch (ObjectNotFoundException e) {
      return false;
    }
  }
}
