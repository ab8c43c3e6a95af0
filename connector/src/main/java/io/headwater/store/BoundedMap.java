package io.headwater.store;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** A map that gives up the entries that were put first, once it has more than its bound. */
public final class BoundedMap<K, V> extends LinkedHashMap<K, V> {
  private static final long serialVersionUID = 1L;

  private final int most;

  private BoundedMap(int most) {
    this.most = most;
  }

  /** An empty one of at most so many entries, which threads may share. */
  public static <K, V> Map<K, V> shared(int most) {
    return Collections.synchronizedMap(new BoundedMap<>(most));
  }

  @Override
  protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
    return size() > most;
  }
}
