package io.headwater.fs;

import io.headwater.store.BoundedMap;
import java.time.Duration;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * When a thread's status request found nothing at a key. If a job's program has just looked for its
 * output in the same thread, the job is expected to create it. Spark does so for every save mode
 * except append.
 */
final class RecentlyMissing {
  private static final int MOST = 100;
  private static final Duration LATELY = Duration.ofSeconds(10);

  private final Map<Look, Missing> looks = BoundedMap.shared(MOST);
  private final LongSupplier changes;

  /** A thread's request. Another thread's request says nothing about this thread's job. */
  private record Look(String key, long thread) {
    static Look here(String key) {
      return new Look(key, Thread.currentThread().getId());
    }
  }

  /**
   * The {@link System#nanoTime} of a status request, and this file system's number of changes then.
   */
  private record Missing(long moment, long changes) {}

  /**
   * @param changes counts this file system's changes of the bucket
   */
  RecentlyMissing(LongSupplier changes) {
    this.changes = changes;
  }

  void note(String key) {
    Look look = Look.here(key);
    looks.remove(look);
    looks.put(look, new Missing(System.nanoTime(), changes.getAsLong()));
  }

  /**
   * Whether this thread found nothing at a key within the last ten seconds, and this file system
   * has changed nothing since.
   */
  boolean isMissing(String key) {
    Missing noted = looks.get(Look.here(key));
    return noted != null
        && noted.changes() == changes.getAsLong()
        && System.nanoTime() - noted.moment() <= LATELY.toNanos();
  }

  /** Whether this thread found nothing at a key since a moment of {@link System#nanoTime}. */
  boolean wasMissingSince(String key, long moment) {
    Missing noted = looks.get(Look.here(key));
    return noted != null && noted.moment() - moment >= 0;
  }
}
