package io.headwater.store;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * One page of uploads in progress.
 *
 * @param uploads ascending by key
 * @param next the token of the next page, or empty on the last one
 */
public record UploadPage(List<PendingUpload> uploads, Optional<String> next) {
  public UploadPage {
    uploads = List.copyOf(uploads);
  }

  /** An upload that was created and neither completed nor aborted. */
  public record PendingUpload(String key, String uploadId, Instant initiated) {}
}
