package io.headwater.store.concurrent;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** A map of bounded size. When it is full, it evicts the oldest entries by insertion. */
public final class BoundedMap<K, V> extends LinkedHashMap<K, V> {
  private static final long serialVersionUID = 1L;

  private final int most;

  private BoundedMap(int most) {
    this.most = most;
  }

  /** An empty, thread-safe map with at most this many entries. */
  public static <K, V> Map<K, V> shared(int most) {
    return Collections.synchronizedMap(new BoundedMap<>(most));
  }

  @Override
  protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
    return size() > most;
  }
}
