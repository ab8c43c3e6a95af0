package io.headwater.commit.cache;

import io.headwater.commit.attempt.AttemptName;
import io.headwater.store.ObjectInfo;
import io.headwater.store.concurrent.BoundedMap;
import java.util.Map;
import java.util.Optional;

/**
 * A cache of the length and ETag of parts. A key with an attempt is written once and never
 * replaced, so a cached value is valid until the key is deleted.
 */
public final class ObjectInfoCache {
  private static final int MOST = 20_000;

  private final Map<String, ObjectInfo> parts = BoundedMap.shared(MOST);

  /** Caches an object if its key contains an attempt. */
  public void note(ObjectInfo object) {
    if (AttemptName.parse(object.key()).isPresent()) {
      parts.put(object.key(), object);
    }
  }

  /** The cached object of a key. */
  public Optional<ObjectInfo> find(String key) {
    return Optional.ofNullable(parts.get(key));
  }

  /** Removes a key that was deleted or not found. */
  public void forget(String key) {
    parts.remove(key);
  }
}
