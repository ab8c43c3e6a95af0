package io.headwater.commit.manifest;

/** Which keys below its root a manifest may contain (protocol/PROTOCOL.md, section 4). */
final class KeyRule {
  private KeyRule() {}

  /** Whether a path below the root can name the key. Otherwise the path would name another key. */
  static boolean isPath(String key) {
    for (String segment : key.split("/", -1)) {
      if (segment.isEmpty() || segment.equals(".") || segment.equals("..")) {
        return false;
      }
    }
    return isListed(key);
  }

  /** Whether a store's listing can show the key. */
  static boolean isListed(String key) {
    return !key.isEmpty()
        && key.codePoints().noneMatch(c -> c == 0 || Character.getType(c) == Character.SURROGATE);
  }
}
