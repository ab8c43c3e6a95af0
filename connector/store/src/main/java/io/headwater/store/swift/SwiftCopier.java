package io.headwater.store.swift;

import io.headwater.store.CopyOptions;
import io.headwater.store.CopyOptions.Target;
import io.headwater.store.ObjectInfo;
import io.headwater.store.Operation;
import io.headwater.store.PutMode;
import io.headwater.store.PutOptions;
import io.headwater.store.UploadedPart;
import io.headwater.store.exception.PreconditionFailedException;
import io.headwater.store.exception.TransientStoreException;
import io.headwater.store.swift.SwiftSegments.Segment;
import io.headwater.store.swift.client.SwiftErrors;
import io.headwater.store.swift.client.SwiftNames;
import io.headwater.store.swift.client.SwiftRequest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * COPY inside the account (Swift API reference, "Copy object"). A large object is copied by its
 * bytes, because a copy of its manifest would share the segments. Up to the threshold the target is
 * one plain object. Above it the source is copied range by range into a new static large object.
 */
final class SwiftCopier {
  /**
   * The longest object in bytes that one request copies. Swift sends nothing until the copy is
   * done.
   */
  static final long SINGLE_COPY_LIMIT = 1L << 30;

  /**
   * The length of a copy's parts except the last, in bytes. Parts are longer where this length
   * makes too many.
   */
  private static final long PART_LENGTH = 256L << 20;

  /** Swift's default limit of the segments in one manifest (max_manifest_segments). */
  private static final int USUAL_SEGMENTS = 1000;

  private final String container;
  private final SwiftErrors errors;
  private final SwiftReader reader;
  private final SwiftSegments segments;
  private final SegmentLayout places;
  private final SwiftUploads uploads;
  private final long threshold;

  /**
   * @param threshold the longest object in bytes that one request copies
   */
  SwiftCopier(
      String container,
      SwiftErrors errors,
      SwiftReader reader,
      SwiftSegments segments,
      SegmentLayout places,
      SwiftUploads uploads,
      long threshold) {
    this.container = container;
    this.errors = errors;
    this.reader = reader;
    this.segments = segments;
    this.places = places;
    this.uploads = uploads;
    this.threshold = threshold;
  }

  /**
   * Copies an object. If the options carry the source's metadata, no HEAD of the source is sent.
   * Exceptions are a source that was replaced since, and a copy in parts, which needs the metadata.
   * If the options say that the target is missing, the target is not requested either.
   *
   * @throws TransientStoreException if the source was replaced during the copy
   */
  ObjectInfo copy(String key, String target, CopyOptions options) throws IOException {
    Optional<ObjectInfo> seen = options.source().filter(source -> source.length() <= threshold);
    if (seen.isPresent() && !key.equals(target)) {
      try {
        return whole(seen.get(), target, options.target());
      } catch (PreconditionFailedException e) {
        // The source was replaced since. Its current version is copied.
      }
    }
    ObjectInfo source = reader.head(key);
    return key.equals(target) ? source : copy(source, target, options.target());
  }

  /** Copies exactly the given version of the source, or nothing. */
  private ObjectInfo copy(ObjectInfo source, String target, Target before) throws IOException {
    try {
      return source.length() > threshold ? inParts(source, target) : whole(source, target, before);
    } catch (PreconditionFailedException e) {
      throw new TransientStoreException(e.getMessage() + "; replaced while it was copied", e);
    }
  }

  private ObjectInfo whole(ObjectInfo source, String target, Target before) throws IOException {
    List<Segment> replaced = before == Target.MISSING ? List.of() : segments.of(target);
    SwiftErrors.Answer answer = errors.call(request(source, container, target));
    segments.deleteReplaced(target, replaced);
    return new ObjectInfo(
        target,
        source.length(),
        SwiftNames.unquoted(answer.header("ETag")),
        SwiftNames.lastModified(answer.head()),
        source.metadata());
  }

  private SwiftRequest request(ObjectInfo source, String targetContainer, String target) {
    String destination = SwiftNames.path(targetContainer) + "/" + SwiftNames.path(target);
    return SwiftRequest.of(Operation.COPY, "COPY", container, source.key())
        .with("Destination", destination)
        .with("If-Match", SwiftNames.quoted(source.etag()));
  }

  private ObjectInfo inParts(ObjectInfo source, String target) throws IOException {
    String id = uploads.create(target, PutOptions.OVERWRITE.withMetadata(source.metadata()));
    try {
      List<UploadedPart> parts = toParts(source, target, id, 1);
      ObjectInfo made = uploads.complete(target, id, parts, PutMode.OVERWRITE);
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
  List<UploadedPart> toParts(ObjectInfo source, String target, String id, int first)
      throws IOException {
    List<UploadedPart> parts = new ArrayList<>();
    long partLength = partLength(source.length());
    for (long start = 0; start < source.length(); start += partLength) {
      long end = Math.min(source.length(), start + partLength);
      parts.add(part(source, target, id, first + parts.size(), start, end));
    }
    return parts;
  }

  private long partLength(long length) {
    long fitting = (length + USUAL_SEGMENTS - 1) / USUAL_SEGMENTS;
    return Math.max(fitting, Math.min(PART_LENGTH, threshold));
  }

  private UploadedPart part(
      ObjectInfo source, String target, String id, int number, long start, long end)
      throws IOException {
    String segment = places.segment(target, id, number);
    SwiftErrors.Answer answer =
        errors.call(
            request(source, places.container(), segment)
                .with("Range", "bytes=" + start + "-" + (end - 1))
                .with("X-Fresh-Metadata", "true"));
    return new UploadedPart(number, SwiftNames.unquoted(answer.header("ETag")), end - start);
  }

  private void abandon(String target, String id, IOException failure) {
    try {
      uploads.abort(target, id);
    } catch (IOException e) {
      failure.addSuppressed(e);
    }
  }
}
