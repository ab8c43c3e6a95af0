package io.headwater.fs.cache;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * When a thread's status request found nothing at a key. If a job's program has just looked for its
 * output in the same thread, the job is expected to create it. Spark does so for every save mode
 * except append.
 */
public final class MissingKeyCache {
  private static final int MOST = 100;
  private static final Duration LATELY = Duration.ofSeconds(10);

  private final ChangeBoundCache<Look, Boolean> looks;

  /** A thread's request. Another thread's request says nothing about this thread's job. */
  private record Look(String key, long thread) {
    static Look here(String key) {
      return new Look(key, Thread.currentThread().getId());
    }
  }

  /**
   * @param changes counts this file system's changes of the bucket
   */
  public MissingKeyCache(LongSupplier changes) {
    looks = ChangeBoundCache.bounded(changes, LATELY, MOST);
  }

  /** Records that a status request of this thread just found nothing at a key. */
  public void note(String key) {
    looks.put(Look.here(key), true, looks.now());
  }

  /**
   * Whether this thread found nothing at a key within the last ten seconds, and this file system
   * has changed nothing since.
   */
  public boolean isMissing(String key) {
    return looks.find(Look.here(key)).isPresent();
  }

  /** Whether this thread found nothing at a key since a moment of {@link System#nanoTime}. */
  public boolean wasMissingSince(String key, long moment) {
    return looks.momentOf(Look.here(key)).filter(noted -> noted.nanos() - moment >= 0).isPresent();
  }
}
