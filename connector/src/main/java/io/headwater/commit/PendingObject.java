package io.headwater.commit;

import io.headwater.store.ObjectStore;
import io.headwater.store.upload.ObjectWriter;
import java.io.IOException;
import java.time.Instant;
import java.util.Optional;

/**
 * An object that was written under a {@link TemporaryKey} and is not, or not surely, published.
 *
 * @param temporaryKey the key under which its program wrote it
 * @param parsed what that key names
 * @param writer its bytes
 * @param created when its program created it
 */
public record PendingObject(
    String temporaryKey, TemporaryKey parsed, ObjectWriter writer, Instant created) {

  /** Publishes as its program's rename to {@code target} asks; again is once. */
  void publishAs(String target) throws IOException {
    if (writer.publishedKey().isEmpty()) {
      writer.publishAs(keyFor(target));
    }
  }

  /** An attempt's part that goes where its committer puts it bears its attempt. */
  private String keyFor(String target) {
    return target.equals(parsed.target()) ? parsed.publishedKey().orElse(target) : target;
  }

  /**
   * Drops it, and deletes it from the store if it was published already: its attempt published it
   * and is then aborted because another of its parts, or what followed, failed.
   */
  void discard(ObjectStore store) throws IOException {
    Optional<String> published = writer.publishedKey();
    if (published.isPresent()) {
      store.delete(published.get());
    } else {
      writer.abort();
    }
  }
}
