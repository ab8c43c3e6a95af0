package io.headwater.fs;

import io.headwater.store.BoundedMap;
import io.headwater.store.ListPage;
import io.headwater.store.ObjectInfo;
import java.util.Map;
import java.util.Optional;

/**
 * Which folders have a skip index, as their last listings showed it: {@code
 * protocol/SKIP-INDEX.md}. Folders are told as prefixes, with a slash at their end.
 */
final class SeenIndexes {
  private static final String NAME = "_headwater_index";
  private static final int MOST = 10_000;

  private final Map<String, Optional<ObjectInfo>> seen = BoundedMap.shared(MOST);

  /** The key of a folder's index. */
  static String key(String folder) {
    return folder + NAME;
  }

  /** The folder's index, if a page of its listing shows it. */
  static Optional<ObjectInfo> in(String folder, ListPage page) {
    String key = key(folder);
    return page.objects().stream().filter(object -> object.key().equals(key)).findAny();
  }

  /** Notes what a whole listing of a folder showed. */
  void note(String folder, Optional<ObjectInfo> index) {
    seen.remove(folder);
    seen.put(folder, index);
  }

  /** What the folder's last listing showed; nothing if none is known. */
  Optional<Optional<ObjectInfo>> find(String folder) {
    return Optional.ofNullable(seen.get(folder));
  }

  void forget(String folder) {
    seen.remove(folder);
  }
}
