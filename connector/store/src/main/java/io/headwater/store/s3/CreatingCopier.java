package io.headwater.store.s3;

import io.headwater.store.GetOptions;
import io.headwater.store.ObjectBody;
import io.headwater.store.ObjectInfo;
import io.headwater.store.PutMode;
import io.headwater.store.PutOptions;
import io.headwater.store.content.Content;
import io.headwater.store.copy.Copier;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;

/**
 * Copies that never replace an object. Stores do not agree on a condition for CopyObject's target,
 * but PutObject and CompleteMultipartUpload have one. Therefore a short object is read and written,
 * and a longer one is copied in parts inside the store.
 */
final class CreatingCopier {
  /** The longest object in bytes that is copied through this process. */
  static final long SHORT = 8L << 20;

  private final S3Reader reader;
  private final S3Writer writer;
  private final Copier copier;

  CreatingCopier(S3Reader reader, S3Writer writer, Copier copier) {
    this.reader = reader;
    this.writer = writer;
    this.copier = copier;
  }

  /**
   * Copies an object.
   *
   * @param seen the source's metadata, if known
   */
  ObjectInfo copy(String key, String target, Optional<ObjectInfo> seen) throws IOException {
    ObjectInfo source = seen.isPresent() ? seen.get() : reader.head(key);
    if (source.length() <= SHORT) {
      try (ObjectBody body = reader.get(key, GetOptions.WHOLE)) {
        if (body.length() <= SHORT) {
          return write(target, body);
        }
      }
    }
    // Metadata from a listing lacks the user metadata.
    return copier.inParts(reader.head(key), target, PutMode.CREATE_IF_ABSENT);
  }

  private ObjectInfo write(String target, ObjectBody body) throws IOException {
    Content content = Content.of(body.stream().readNBytes((int) body.length()));
    Map<String, String> metadata = body.info().metadata();
    return writer.put(target, content, PutOptions.CREATE_IF_ABSENT.withMetadata(metadata));
  }
}
