package io.headwater.fs;

import io.headwater.store.BoundedMap;
import java.time.Duration;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * When a thread's status found nothing at a key. A job whose program looked for its output just
 * before, in the same thread, as Spark does for every save mode but append, is to create it.
 */
final class RecentlyMissing {
  private static final int MOST = 100;
  private static final Duration LATELY = Duration.ofSeconds(10);

  private final Map<Look, Missing> looks = BoundedMap.shared(MOST);
  private final LongSupplier changes;

  /** What a thread looked for: what another one did says nothing of this one's job. */
  private record Look(String key, long thread) {
    static Look here(String key) {
      return new Look(key, Thread.currentThread().getId());
    }
  }

  /** A look's {@link System#nanoTime}, and how many changes this file system had made by then. */
  private record Missing(long moment, long changes) {}

  /**
   * @param changes counts the requests by which this file system may have changed the bucket
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
