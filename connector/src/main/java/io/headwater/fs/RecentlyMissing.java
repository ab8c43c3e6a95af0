package io.headwater.fs;

import io.headwater.store.BoundedMap;
import java.time.Duration;
import java.util.Map;

/**
 * When a thread's status found nothing at a key. A job whose program looked for its output just
 * before, in the same thread, as Spark does for every save mode but append, is to create it.
 */
final class RecentlyMissing {
  private static final int MOST = 100;
  private static final Duration LATELY = Duration.ofMinutes(1);

  private final Map<Look, Long> looks = BoundedMap.shared(MOST);

  /** What a thread looked for: what another one did says nothing of this one's job. */
  private record Look(String key, long thread) {
    static Look here(String key) {
      return new Look(key, Thread.currentThread().getId());
    }
  }

  void note(String key) {
    Look look = Look.here(key);
    looks.remove(look);
    looks.put(look, System.nanoTime());
  }

  /** Whether this thread found nothing at a key within the last minute. */
  boolean wasMissingLately(String key) {
    return wasMissingSince(key, System.nanoTime() - LATELY.toNanos());
  }

  /** Whether this thread found nothing at a key since a moment of {@link System#nanoTime}. */
  boolean wasMissingSince(String key, long moment) {
    Long noted = looks.get(Look.here(key));
    return noted != null && noted - moment >= 0;
  }
}
