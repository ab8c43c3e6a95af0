package io.headwater.store.memory;

import io.headwater.store.ListOptions;
import io.headwater.store.ListPage;
import io.headwater.store.ObjectInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;

/** Pages of a sorted map. A page's token is its last key or rolled-up prefix. */
final class MemoryListing {
  private MemoryListing() {}

  static ListPage page(NavigableMap<String, StoredObject> objects, ListOptions options) {
    List<ObjectInfo> found = new ArrayList<>();
    List<String> prefixes = new ArrayList<>();
    String last = options.token().orElse(options.startAfter());
    boolean afterRolled = options.token().isPresent() && isRolled(last, options);
    for (Map.Entry<String, StoredObject> entry : from(objects, last, options.prefix())) {
      String key = entry.getKey();
      if (!key.startsWith(options.prefix())) {
        break;
      }
      if (afterRolled && key.startsWith(last)) {
        continue;
      }
      if (found.size() + prefixes.size() == options.limit()) {
        return new ListPage(found, prefixes, Optional.of(last));
      }
      last = rolled(key, options);
      afterRolled = isRolled(last, options);
      if (afterRolled) {
        prefixes.add(last);
      } else {
        found.add(withoutMetadata(entry.getValue().info()));
      }
    }
    return new ListPage(found, prefixes, Optional.empty());
  }

  private static Iterable<Map.Entry<String, StoredObject>> from(
      NavigableMap<String, StoredObject> objects, String after, String prefix) {
    boolean prefixIsLater = KeyOrder.INSTANCE.compare(prefix, after) > 0;
    return objects.tailMap(prefixIsLater ? prefix : after, prefixIsLater).entrySet();
  }

  /** The key, or the common prefix that replaces it. */
  private static String rolled(String key, ListOptions options) {
    int slash = options.rolledUp() ? key.indexOf('/', options.prefix().length()) : -1;
    return slash < 0 ? key : key.substring(0, slash + 1);
  }

  private static boolean isRolled(String entry, ListOptions options) {
    return options.rolledUp() && entry.length() > options.prefix().length() && entry.endsWith("/");
  }

  private static ObjectInfo withoutMetadata(ObjectInfo info) {
    return new ObjectInfo(info.key(), info.length(), info.etag(), info.lastModified(), Map.of());
  }
}
