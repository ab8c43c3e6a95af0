package io.headwater.store.upload;

import io.headwater.store.UploadedPart;
import java.io.Serializable;
import java.util.List;

/**
 * An object all of whose bytes the store has and shows to nobody: an uncompleted upload, which any
 * process may complete or abort. Of an empty object nothing is sent, so that there is no upload.
 *
 * @param key the object's whole name
 * @param uploadId as the store gave it; empty for an empty object
 * @param length in bytes
 * @param parts in ascending order of their numbers; none for an empty object
 */
public record PendingUpload(String key, String uploadId, long length, List<UploadedPart> parts)
    implements Serializable {
  public PendingUpload {
    parts = List.copyOf(parts);
  }

  /** An object without bytes. */
  static PendingUpload ofEmpty(String key) {
    return new PendingUpload(key, "", 0, List.of());
  }

  /** Whether there is nothing but the key. */
  public boolean isEmpty() {
    return parts.isEmpty();
  }
}
