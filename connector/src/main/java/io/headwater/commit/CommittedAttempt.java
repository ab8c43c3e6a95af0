package io.headwater.commit;

import io.headwater.commit.manifest.ManifestEntry;
import io.headwater.store.upload.PendingUpload;
import java.io.Serializable;
import java.util.List;

/**
 * What an attempt did at its task commit, as it tells the driver.
 *
 * @param entries its files; the ETag of one whose upload is uncompleted is {@link #UNKNOWN_ETAG}
 * @param uploads what the driver is to complete; none where the attempt has published its files
 */
public record CommittedAttempt(List<ManifestEntry> entries, List<PendingUpload> uploads)
    implements Serializable {
  /** Of an object that is not there yet. */
  public static final String UNKNOWN_ETAG = "";

  public CommittedAttempt {
    entries = List.copyOf(entries);
    uploads = List.copyOf(uploads);
  }

  /** Of files that are published. */
  public static CommittedAttempt published(List<ManifestEntry> entries) {
    return new CommittedAttempt(entries, List.of());
  }

  /** How many requests its files take, from the first byte to the last upload's completion. */
  public long requests() {
    long whole = entries.size() - uploads.size();
    return whole
        + uploads.stream()
            .mapToLong(upload -> upload.isEmpty() ? 1 : upload.parts().size() + 2)
            .sum();
  }
}
