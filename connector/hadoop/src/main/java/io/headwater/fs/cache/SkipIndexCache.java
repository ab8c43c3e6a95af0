package io.headwater.fs.cache;

import io.headwater.store.ListPage;
import io.headwater.store.ObjectInfo;
import io.headwater.store.concurrent.BoundedMap;
import java.util.Map;
import java.util.Optional;

/**
 * Which folders have a skip index, from their last listings: {@code protocol/SKIP-INDEX.md}.
 * Folders are prefixes with a final slash.
 */
public final class SkipIndexCache {
  private static final String NAME = "_headwater_index";
  private static final int MOST = 10_000;

  private final Map<String, Optional<ObjectInfo>> seen = BoundedMap.shared(MOST);

  /** The key of a folder's index. */
  public static String key(String folder) {
    return folder + NAME;
  }

  /** The folder's index, if a page of its listing contains it. */
  public static Optional<ObjectInfo> in(String folder, ListPage page) {
    String key = key(folder);
    return page.objects().stream().filter(object -> object.key().equals(key)).findAny();
  }

  /** Records the index in a folder's complete listing. */
  public void note(String folder, Optional<ObjectInfo> index) {
    seen.remove(folder);
    seen.put(folder, index);
  }

  /** The index in the folder's last listing, or empty without a listing. */
  public Optional<Optional<ObjectInfo>> find(String folder) {
    return Optional.ofNullable(seen.get(folder));
  }

  /** Removes the record of a folder's index, because it is outdated. */
  public void forget(String folder) {
    seen.remove(folder);
  }
}
