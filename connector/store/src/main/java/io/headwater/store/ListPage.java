package io.headwater.store;

import java.util.List;
import java.util.Optional;

/**
 * One page of a listing.
 *
 * @param objects ascending by key, including an object whose key is the prefix itself
 * @param prefixes the rolled-up prefixes with their final slash, ascending
 * @param next the token of the next page, or empty on the last one
 */
public record ListPage(List<ObjectInfo> objects, List<String> prefixes, Optional<String> next) {
  public ListPage {
    objects = List.copyOf(objects);
    prefixes = List.copyOf(prefixes);
  }
}
