package io.headwater.commit;

import io.headwater.store.BoundedMap;
import io.headwater.store.ObjectInfo;
import java.util.Map;
import java.util.Optional;

/**
 * Length and ETag of parts that were seen: the one thing that is cached. A key that bears an
 * attempt is written once and never replaced, so what is known of it stays true until it is
 * deleted.
 */
public final class KnownParts {
  private static final int MOST = 20_000;

  private final Map<String, ObjectInfo> parts = BoundedMap.shared(MOST);

  /** Notes an object, if its key bears an attempt. */
  public void note(ObjectInfo object) {
    if (AttemptName.parse(object.key()).isPresent()) {
      parts.put(object.key(), object);
    }
  }

  /** What is known of a key. */
  public Optional<ObjectInfo> find(String key) {
    return Optional.ofNullable(parts.get(key));
  }

  /** Forgets a key that was deleted, or found to be gone. */
  public void forget(String key) {
    parts.remove(key);
  }
}
