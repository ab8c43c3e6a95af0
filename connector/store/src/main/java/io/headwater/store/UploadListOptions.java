package io.headwater.store;

import java.util.Optional;

/**
 * Which uploads in progress to list.
 *
 * @param prefix the prefix of their keys, or empty for all
 * @param token where the previous page ended, from {@link UploadPage#next()}
 */
public record UploadListOptions(String prefix, Optional<String> token) {
  /** The first page of the uploads under a prefix. */
  public static UploadListOptions under(String prefix) {
    return new UploadListOptions(prefix, Optional.empty());
  }

  /** The page after the previous one. */
  public UploadListOptions after(String next) {
    return new UploadListOptions(prefix, Optional.of(next));
  }
}
