package io.headwater.fs;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Keys where a status found nothing lately. Only a guess may rest on it, such as what to try first.
 */
final class RecentlyMissing {
  private static final int MOST = 100;

  private final Set<String> keys =
      Collections.synchronizedSet(
          Collections.newSetFromMap(
              new LinkedHashMap<>() {
                private static final long serialVersionUID = 1L;

                @Override
                protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
                  return size() > MOST;
                }
              }));

  void note(String key) {
    keys.add(key);
  }

  /** Whether a key was missing; it is forgotten by this. */
  boolean take(String key) {
    return keys.remove(key);
  }
}
