package io.headwater.store.upload;

import io.headwater.store.ObjectInfo;
import io.headwater.store.ObjectStore;
import java.io.IOException;

/** Moves an object that was sent under one key and published under another. */
final class Relocation {
  private Relocation() {}

  /**
   * The object under the target. If the keys differ, it is copied inside the store and deleted at
   * its old key.
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
