package io.headwater.commit.manifest;

import io.headwater.store.upload.PendingUpload;
import java.io.Serializable;
import java.util.List;

/**
 * The result of an attempt's task commit, which it reports to the driver.
 *
 * @param entries its files; the ETag of a file with an uncompleted upload is {@link #UNKNOWN_ETAG}
 * @param uploads the uploads for the driver to complete, or none if the attempt has published its
 *     files
 */
public record CommittedAttempt(List<ManifestEntry> entries, List<PendingUpload> uploads)
    implements Serializable {
  /** The ETag of an object that does not exist yet. */
  public static final String UNKNOWN_ETAG = "";

  public CommittedAttempt {
    entries = List.copyOf(entries);
    uploads = List.copyOf(uploads);
  }

  /** The result of an attempt with published files. */
  public static CommittedAttempt published(List<ManifestEntry> entries) {
    return new CommittedAttempt(entries, List.of());
  }

  /** The number of requests for its files, from the first byte to the last upload's completion. */
  public long requests() {
    long whole = entries.size() - uploads.size();
    return whole
        + uploads.stream()
            .mapToLong(upload -> upload.isEmpty() ? 1 : upload.parts().size() + 2)
            .sum();
  }
}
