package io.headwater.store.swift;

import io.headwater.store.CopyOptions.Target;
import io.headwater.store.ObjectInfo;
import io.headwater.store.Operation;
import io.headwater.store.PartsEtag;
import io.headwater.store.UploadedPart;
import io.headwater.store.content.ByteRange;
import io.headwater.store.copy.CopyRequests;
import io.headwater.store.exception.PreconditionFailedException;
import io.headwater.store.exception.StoreException;
import io.headwater.store.swift.SwiftSegments.Segment;
import io.headwater.store.swift.client.SwiftErrors;
import io.headwater.store.swift.client.SwiftInfo;
import io.headwater.store.swift.client.SwiftNames;
import io.headwater.store.swift.client.SwiftRequest;
import io.headwater.store.swift.client.SwiftTypes;
import java.io.IOException;
import java.util.List;

/**
 * COPY inside the account (Swift API reference, "Copy object"). A large object is copied by its
 * bytes, because a copy of its manifest would share the segments. Up to the threshold the target is
 * one plain object. Above it the source is copied range by range into a new static large object. If
 * the target is known to be missing, it is not requested.
 *
 * <p>Ceph's gateway copies a large object's manifest without its bytes, and ignores conditions and
 * ranges. There a large object's bytes go through this process, and the ETag of a plain object's
 * copy shows its version.
 *
 * @param threshold the longest object in bytes that one request copies
 */
record SwiftCopyRequests(
    String container,
    SwiftErrors errors,
    SwiftInfo info,
    SwiftReader reader,
    SwiftSegments segments,
    SegmentLayout places,
    long threshold)
    implements CopyRequests {
  /**
   * The longest object in bytes that one request copies. Swift sends nothing until the copy is
   * done.
   */
  static final long SINGLE_COPY_LIMIT = 1L << 30;

  /** In bytes. Parts are longer where this length makes too many. */
  private static final long PART_LENGTH = 256L << 20;

  /** Swift's default limit of the segments in one manifest (max_manifest_segments). */
  private static final int USUAL_SEGMENTS = 1000;

  @Override
  public boolean needsParts(ObjectInfo source) throws IOException {
    return source.length() > threshold
        || (source.length() > 0
            && info.isGateway()
            && reader.look(source.key()).kind() != LargeObject.NONE);
  }

  @Override
  public long partLength(long length) {
    long fitting = (length + USUAL_SEGMENTS - 1) / USUAL_SEGMENTS;
    return Math.max(fitting, Math.min(PART_LENGTH, threshold));
  }

  @Override
  public ObjectInfo head(String key) throws IOException {
    return reader.head(key);
  }

  @Override
  public ObjectInfo whole(ObjectInfo source, String target, Target before) throws IOException {
    List<Segment> replaced = before == Target.MISSING ? List.of() : segments.of(target);
    SwiftErrors.Response response = errors.call(request(source, container, target));
    String etag = SwiftNames.unquoted(response.header("ETag"));
    requireCopied(source, target, etag);
    segments.deleteReplaced(target, replaced);
    return new ObjectInfo(
        target, source.length(), etag, SwiftNames.lastModified(response.head()), source.metadata());
  }

  /** Checks what the response says about the copied bytes. */
  private void requireCopied(ObjectInfo source, String target, String etag) throws IOException {
    if (info.isGateway() && !etag.equals(source.etag())) {
      throw new PreconditionFailedException(
          "COPY swift://" + container + "/" + source.key() + ": the object was replaced", null);
    }
    if (source.length() > 0 && etag.equals(PartsEtag.OF_NOTHING)) {
      throw new StoreException(
          "COPY swift://"
              + container
              + "/"
              + source.key()
              + ": the store copied no bytes, only the manifest of a large object. "
              + target
              + " shares its segments. Keep the original, and copy it by reading and writing it",
          null);
    }
  }

  private SwiftRequest request(ObjectInfo source, String targetContainer, String target) {
    String destination = SwiftNames.path(targetContainer) + "/" + SwiftNames.path(target);
    return SwiftRequest.of(Operation.COPY, "COPY", container, source.key())
        .with("Destination", destination)
        .with("If-Match", SwiftNames.quoted(source.etag()));
  }

  @Override
  public UploadedPart part(ObjectInfo source, String target, String id, int number, ByteRange range)
      throws IOException {
    String segment = places.segment(target, id, number);
    SwiftErrors.Response response =
        info.isGateway()
            ? errors.put(
                SwiftRequest.of(Operation.COPY, "PUT", places.container(), segment)
                    .withBody(new SourceRange(reader, source, range), SwiftTypes.BYTES))
            : errors.call(
                request(source, places.container(), segment)
                    .with("Range", range.toHeader())
                    .with("X-Fresh-Metadata", "true"));
    String etag = SwiftNames.unquoted(response.header("ETag"));
    return new UploadedPart(number, etag, range.end() - range.start());
  }
}
