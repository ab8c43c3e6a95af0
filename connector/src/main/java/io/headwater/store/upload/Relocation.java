package io.headwater.store.upload;

import io.headwater.store.ObjectInfo;
import io.headwater.store.ObjectStore;
import java.io.IOException;

/** What was sent under one key before its publisher told another. */
final class Relocation {
  private Relocation() {}

  /**
   * The object under the target: copied inside the store and deleted at its key, if they differ.
   */
  static ObjectInfo to(String target, String key, ObjectInfo made, ObjectStore store)
      throws IOException {
    if (key.equals(target)) {
      return made;
    }
    ObjectInfo copied = store.copy(key, target);
    store.delete(key);
    return copied;
  }
}
