package io.headwater.fs;

import io.headwater.store.BoundedMap;
import java.util.Map;

/**
 * When a status found nothing at a key. A job whose program asked for its output just before, as
 * Spark does for every save mode but append, is to create it.
 */
final class RecentlyMissing {
  private static final int MOST = 100;

  private final Map<String, Long> keys = BoundedMap.shared(MOST);

  void note(String key) {
    keys.remove(key);
    keys.put(key, System.nanoTime());
  }

  /** Whether nothing was found at a key since a moment of {@link System#nanoTime}. */
  boolean wasMissingSince(String key, long moment) {
    Long noted = keys.get(key);
    return noted != null && noted - moment >= 0;
  }
}
