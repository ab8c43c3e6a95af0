package io.headwater.store.swift;

import io.headwater.store.ObjectStore;
import io.headwater.store.swift.SwiftLister.Entry;
import io.headwater.store.swift.SwiftLister.Query;
import io.headwater.store.swift.client.SwiftNames;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;

/**
 * Separates plain objects from possible manifests, by listings instead of one HEAD for each key.
 * Keys that are deleted together are usually adjacent, so one page covers up to a thousand.
 */
public final class LargeObjectProbe {
  /**
   * Names that are kept may lie between the deleted ones, for example an overwritten dataset's new
   * parts.
   */
  private static final int NEIGHBOURS = 4;

  private final String container;
  private final SwiftLister lister;
  private final List<String> plain = new ArrayList<>();
  private final List<String> other = new ArrayList<>();

  LargeObjectProbe(String container, SwiftLister lister) {
    this.container = container;
    this.lister = lister;
  }

  /** Keys that the listing shows as plain objects. */
  List<String> plain() {
    return plain;
  }

  /** Large objects, possible large objects, and keys that the listing does not show, or not yet. */
  List<String> other() {
    return other;
  }

  /** Adds keys and lists them. */
  void add(Collection<String> keys) throws IOException {
    NavigableSet<String> open = new TreeSet<>(SwiftNames.BYTE_ORDER);
    open.addAll(keys);
    // U+0000 occurs in no name, so no name lies between a key and this.
    String end = open.isEmpty() ? "" : open.last() + "\u0001";
    while (!open.isEmpty()) {
      int limit = Math.min(ObjectStore.LIST_PAGE_LIMIT, NEIGHBOURS * open.size());
      String marker = before(open.first());
      take(lister.page(new Query(container, "", marker, end, false, limit)), open, end);
    }
  }

  private void take(List<Entry> page, NavigableSet<String> open, String end) {
    String first = open.first();
    for (Entry entry : page) {
      if (open.remove(entry.name())) {
        (entry.isStatic() || entry.mayBeManifest() ? other : plain).add(entry.name());
      }
    }
    String last = page.isEmpty() ? end : page.get(page.size() - 1).name();
    NavigableSet<String> unlisted = open.headSet(last, true);
    other.addAll(unlisted);
    unlisted.clear();
    // The page may end before the first key, if many names lie between the marker and that key.
    if (open.remove(first)) {
      other.add(first);
    }
  }

  /** A name shortly before a key, so that a listing after it shows the key. */
  public static String before(String key) {
    int end = key.offsetByCodePoints(key.length(), -1);
    int last = key.codePointAt(end);
    String start = key.substring(0, end);
    if (last <= 1) {
      return start;
    }
    int previous = last == 0xE000 ? 0xD7FF : last - 1;
    return start + Character.toString(previous) + Character.toString(Character.MAX_CODE_POINT);
  }
}
