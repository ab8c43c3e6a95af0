package io.headwater.store.swift;

import io.headwater.store.ObjectStore;
import io.headwater.store.swift.SwiftLister.Entry;
import io.headwater.store.swift.SwiftLister.Query;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;

/**
 * Tells plain objects from those that may stand for others by listing instead of a HEAD each: keys
 * that are deleted together lie together, so a page tells of up to a thousand.
 */
final class SwiftTriage {
  /** Names that stay may lie between those that go, such as an overwritten dataset's new parts. */
  private static final int NEIGHBOURS = 4;

  private final String container;
  private final SwiftLister lister;
  private final List<String> plain = new ArrayList<>();
  private final List<String> other = new ArrayList<>();

  SwiftTriage(String container, SwiftLister lister) {
    this.container = container;
    this.lister = lister;
  }

  /** Keys that the listing shows as plain objects. */
  List<String> plain() {
    return plain;
  }

  /** Large objects, what may be one, and what the listing does not show, or not yet. */
  List<String> other() {
    return other;
  }

  /** Looks at more keys. */
  void add(Collection<String> keys) throws IOException {
    NavigableSet<String> open = new TreeSet<>(SwiftNames.BYTE_ORDER);
    open.addAll(keys);
    // U+0000 is in no name, so nothing lies between a key and this.
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
        (entry.isStatic() || entry.mayBeDynamic() ? other : plain).add(entry.name());
      }
    }
    String last = page.isEmpty() ? end : page.get(page.size() - 1).name();
    NavigableSet<String> unlisted = open.headSet(last, true);
    other.addAll(unlisted);
    unlisted.clear();
    // The page may lie before the first key altogether, full of names between it and the marker.
    if (open.remove(first)) {
      other.add(first);
    }
  }

  /** A name close before a key, which a listing that begins after it therefore shows. */
  static String before(String key) {
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
