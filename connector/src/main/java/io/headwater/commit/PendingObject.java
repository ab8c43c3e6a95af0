package io.headwater.commit;

import io.headwater.store.ObjectStore;
import io.headwater.store.upload.ObjectWriter;
import io.headwater.store.upload.PendingUpload;
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
    if (!writer.isPublished()) {
      writer.publishAs(keyFor(target));
    }
  }

  /** Leaves its bytes in an upload under the key that it is to have; again is once. */
  PendingUpload detach() throws IOException {
    return writer.detach();
  }

  /** An attempt's part that goes where its committer puts it bears its attempt. */
  private String keyFor(String target) {
    return target.equals(parsed.target()) ? parsed.publishedKey().orElse(target) : target;
  }

  /**
   * Drops it. If publishing it under its attempt's own name was tried, it is deleted from the
   * store: its attempt is aborted because this part or another one failed, and the name is no one
   * else's.
   */
  void discard(ObjectStore store) throws IOException {
    writer.abort();
    Optional<String> own = parsed.publishedKey().filter(key -> parsed.attempt().isPresent());
    if (own.isPresent() && own.equals(writer.keyTried())) {
      store.delete(own.get());
    }
  }
}
