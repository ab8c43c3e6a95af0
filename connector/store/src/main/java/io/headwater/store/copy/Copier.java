package io.headwater.store.copy;

import io.headwater.store.CopyOptions;
import io.headwater.store.CopyOptions.Target;
import io.headwater.store.MultipartUploads;
import io.headwater.store.ObjectInfo;
import io.headwater.store.PutMode;
import io.headwater.store.PutOptions;
import io.headwater.store.UploadedPart;
import io.headwater.store.content.ByteRange;
import io.headwater.store.exception.PreconditionFailedException;
import io.headwater.store.exception.TransientStoreException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Copies objects inside the store: short ones by one request, longer ones in parts. */
public final class Copier {
  private final CopyRequests requests;
  private final MultipartUploads uploads;

  /** A copier of a bucket, by the requests of its backend. */
  public Copier(CopyRequests requests, MultipartUploads uploads) {
    this.requests = requests;
    this.uploads = uploads;
  }

  /**
   * Copies an object. If the options carry the source's metadata, no HEAD of the source is sent.
   * Exceptions are a source that was replaced since, and a copy in parts, which needs the metadata.
   *
   * @throws TransientStoreException if the source was replaced during the copy
   */
  public ObjectInfo copy(String key, String target, CopyOptions options) throws IOException {
    Optional<ObjectInfo> seen = options.source();
    if (seen.isPresent() && !key.equals(target) && !requests.needsParts(seen.get())) {
      try {
        return requests.whole(seen.get(), target, options.target());
      } catch (PreconditionFailedException e) {
        // The source was replaced since. Its current version is copied.
      }
    }
    ObjectInfo source = requests.head(key);
    // Stores refuse to copy an object onto itself unchanged.
    return key.equals(target) ? source : copy(source, target, options.target());
  }

  /**
   * Copies exactly the given version of the source, or nothing.
   *
   * @param before what is known of the target
   * @throws TransientStoreException if the source was replaced during the copy
   */
  public ObjectInfo copy(ObjectInfo source, String target, Target before) throws IOException {
    try {
      return requests.needsParts(source)
          ? inParts(source, target, PutMode.OVERWRITE)
          : requests.whole(source, target, before);
    } catch (PreconditionFailedException e) {
      throw new TransientStoreException(e.getMessage() + "; replaced while it was copied", e);
    }
  }

  /**
   * Copies exactly the given version of the source, or nothing.
   *
   * @param mode the condition on the target
   * @throws PreconditionFailedException if the source was replaced or the condition is false
   */
  public ObjectInfo inParts(ObjectInfo source, String target, PutMode mode) throws IOException {
    String id = uploads.create(target, PutOptions.OVERWRITE.withMetadata(source.metadata()));
    try {
      List<UploadedPart> parts = toParts(source, target, id, 1);
      requests.requireUnchanged(source);
      ObjectInfo made = uploads.complete(target, id, parts, mode);
      return new ObjectInfo(
          target, made.length(), made.etag(), made.lastModified(), source.metadata());
    } catch (IOException e) {
      abandon(target, id, e);
      throw e;
    }
  }

  /**
   * Copies an object into parts of an upload of the target.
   *
   * @param first the number of the first part
   */
  public List<UploadedPart> toParts(ObjectInfo source, String target, String id, int first)
      throws IOException {
    List<UploadedPart> parts = new ArrayList<>();
    long partLength = requests.partLength(source.length());
    for (long start = 0; start < source.length(); start += partLength) {
      ByteRange range = new ByteRange(start, Math.min(source.length(), start + partLength));
      parts.add(requests.part(source, target, id, first + parts.size(), range));
    }
    return parts;
  }

  private void abandon(String target, String id, IOException failure) {
    try {
      uploads.abort(target, id);
    } catch (IOException e) {
      failure.addSuppressed(e);
    }
  }
}
