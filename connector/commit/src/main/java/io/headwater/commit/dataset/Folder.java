package io.headwater.commit.dataset;

import java.util.Set;

/** Keys and the folders that contain them. A folder ends in a slash, or is empty for all keys. */
final class Folder {
  private Folder() {}

  /** Whether a key is in one of the folders, at any depth. */
  static boolean isBelowAny(String key, Set<String> folders) {
    if (folders.contains("")) {
      return true;
    }
    for (int slash = key.indexOf('/'); slash >= 0; slash = key.indexOf('/', slash + 1)) {
      if (folders.contains(key.substring(0, slash + 1))) {
        return true;
      }
    }
    return false;
  }
}
