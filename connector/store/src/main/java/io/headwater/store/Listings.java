package io.headwater.store;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Complete listings, for callers that do not read page by page. */
public final class Listings {
  private Listings() {}

  /** The objects of all pages from {@code first}, in their order. */
  public static List<ObjectInfo> objects(ObjectStore store, ListOptions first) throws IOException {
    List<ObjectInfo> objects = new ArrayList<>();
    Optional<ListOptions> next = Optional.of(first);
    while (next.isPresent()) {
      ListOptions options = next.get();
      ListPage page = store.list(options);
      objects.addAll(page.objects());
      next = page.next().map(options::after);
    }
    return objects;
  }
}
