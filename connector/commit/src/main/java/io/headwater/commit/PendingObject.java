package io.headwater.commit;

import io.headwater.commit.attempt.TemporaryKey;
import io.headwater.store.ObjectStore;
import io.headwater.store.upload.ObjectWriter;
import io.headwater.store.upload.PendingUpload;
import java.io.IOException;
import java.time.Instant;
import java.util.Optional;

/**
 * An object that was written under a {@link TemporaryKey} and is not, or not certainly, published.
 *
 * @param temporaryKey the key under which its program wrote it
 * @param parsed the meaning of that key
 * @param writer its bytes
 * @param created when its program created it
 */
public record PendingObject(
    String temporaryKey, TemporaryKey parsed, ObjectWriter writer, Instant created) {

  /**
   * Publishes the object at its program's rename to {@code target}. Repeated calls have no effect.
   */
  void publishAs(String target) throws IOException {
    if (!writer.isPublished()) {
      writer.publishAs(keyFor(target));
    }
  }

  /** Leaves its bytes in an upload under its final key. Repeated calls have no effect. */
  PendingUpload detach() throws IOException {
    return writer.detach();
  }

  /**
   * The object's target if its program renames {@code renamed}, which is the object or a folder
   * above it.
   */
  String targetOf(String renamed, String target) {
    boolean committed =
        TemporaryKey.parse(target)
            .filter(to -> to.kind() == TemporaryKey.Kind.COMMITTED_TASK)
            .isPresent();
    if (committed) {
      return parsed.target();
    }
    String below = temporaryKey.substring(renamed.length());
    return target.isEmpty() && below.startsWith("/") ? below.substring(1) : target + below;
  }

  /** An attempt's part keeps its attempt in the key if it is renamed to its committer's target. */
  private String keyFor(String target) {
    return target.equals(parsed.target()) ? parsed.publishedKey().orElse(target) : target;
  }

  /**
   * Drops the object. If publication under the attempt's own name was tried, it is also deleted
   * from the store. This is safe: the attempt is aborted because some part failed, and the name is
   * unique to it.
   */
  void discard(ObjectStore store) throws IOException {
    writer.abort();
    Optional<String> own = parsed.publishedKey().filter(key -> parsed.attempt().isPresent());
    if (own.isPresent() && own.equals(writer.keyTried())) {
      store.delete(own.get());
    }
  }
}
