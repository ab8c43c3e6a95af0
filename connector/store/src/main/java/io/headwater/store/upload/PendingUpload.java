package io.headwater.store.upload;

import io.headwater.store.UploadedPart;
import java.io.Serializable;
import java.util.List;

/**
 * An object whose bytes are all in the store, but invisible: an uncompleted upload. Any process may
 * complete or abort it. An empty object sends nothing, so it has no upload.
 *
 * @param key the object's full name
 * @param uploadId the store's id, or empty for an empty object
 * @param length in bytes
 * @param parts in ascending order of their numbers, or none for an empty object
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

  /** Whether the object is empty and has no upload. */
  public boolean isEmpty() {
    return parts.isEmpty();
  }
}
