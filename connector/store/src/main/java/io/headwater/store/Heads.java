package io.headwater.store;

import io.headwater.store.exception.ObjectNotFoundException;
import java.io.IOException;
import java.util.Optional;

/** HEADs of objects that may be missing. */
public final class Heads {
  private Heads() {}

  /** The object that a store has at a key, by one HEAD, or empty if it has none. */
  public static Optional<ObjectInfo> find(ObjectStore store, String key) throws IOException {
    try {
      return Optional.of(store.head(key));
    } catch (ObjectNotFoundException e) {
      return Optional.empty();
    }
  }
}
