package io.headwater.fs;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * When a status found nothing at a key. A job whose program asked for its output just before, as
 * Spark does for every save mode but append, is to create it.
 */
final class RecentlyMissing {
  private static final int MOST = 100;

  private final Map<String, Long> keys =
      Collections.synchronizedMap(
          new LinkedHashMap<>() {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
              return size() > MOST;
            }
          });

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
