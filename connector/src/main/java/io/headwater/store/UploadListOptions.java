package io.headwater.store;

import java.util.Optional;

/**
 * Which uploads in progress to list.
 *
 * @param prefix what their keys begin with; empty for all
 * @param token where the previous page ended, from {@link UploadPage#next()}
 */
public record UploadListOptions(String prefix, Optional<String> token) {
  /** The first page of the uploads under a prefix. */
  public static UploadListOptions under(String prefix) {
    return new UploadListOptions(prefix, Optional.empty());
  }

  /** The page that begins where the previous one ended. */
  public UploadListOptions after(String next) {
    return new UploadListOptions(prefix, Optional.of(next));
  }
}
