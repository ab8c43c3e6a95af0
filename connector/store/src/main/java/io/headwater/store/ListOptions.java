package io.headwater.store;

import java.util.Optional;

/**
 * Which keys to list.
 *
 * @param prefix the prefix of the keys, or empty for all
 * @param rolledUp whether keys with a slash after the prefix are replaced by their common prefix up
 *     to that slash (S3's and Swift's {@code delimiter=/})
 * @param startAfter only keys after this one, or empty for all
 * @param limit the most entries of the page, 1 to {@link ObjectStore#LIST_PAGE_LIMIT}; a store may
 *     return fewer, even none, and still have a next page
 * @param token where the previous page ended, from {@link ListPage#next()}
 */
public record ListOptions(
    String prefix, boolean rolledUp, String startAfter, int limit, Optional<String> token) {
  public ListOptions {
    if (limit < 1 || limit > ObjectStore.LIST_PAGE_LIMIT) {
      throw new IllegalArgumentException("page limit must be 1 to 1000: " + limit);
    }
  }

  /** Every key under a prefix. */
  public static ListOptions tree(String prefix) {
    return new ListOptions(prefix, false, "", ObjectStore.LIST_PAGE_LIMIT, Optional.empty());
  }

  /** The keys directly under a prefix, with deeper ones rolled up. */
  public static ListOptions children(String prefix) {
    return new ListOptions(prefix, true, "", ObjectStore.LIST_PAGE_LIMIT, Optional.empty());
  }

  /** These options with another page limit. */
  public ListOptions withLimit(int entries) {
    return new ListOptions(prefix, rolledUp, startAfter, entries, token);
  }

  /** These options for keys after a key. */
  public ListOptions withStartAfter(String key) {
    return new ListOptions(prefix, rolledUp, key, limit, token);
  }

  /** These options from the first page, for keys with an additional prefix. */
  public ListOptions within(String start) {
    return new ListOptions(prefix + start, rolledUp, startAfter, limit, Optional.empty());
  }

  /** The page after the previous one. */
  public ListOptions after(String next) {
    return new ListOptions(prefix, rolledUp, startAfter, limit, Optional.of(next));
  }
}
