package io.headwater.store.swift;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import io.headwater.store.DeleteFailure;
import io.headwater.store.ObjectInfo;
import io.headwater.store.Operation;
import io.headwater.store.PutMode;
import io.headwater.store.PutOptions;
import io.headwater.store.UploadedPart;
import io.headwater.store.content.Content;
import io.headwater.store.exception.BucketNotFoundException;
import io.headwater.store.exception.StoreException;
import io.headwater.store.swift.SwiftSegments.Segment;
import io.headwater.store.swift.client.SwiftErrors;
import io.headwater.store.swift.client.SwiftInfo;
import io.headwater.store.swift.client.SwiftNames;
import io.headwater.store.swift.client.SwiftRequest;
import io.headwater.store.swift.client.SwiftTypes;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Completes an upload by a manifest that names its parts, or aborts it by removing them. Both first
 * check the object under the key. It may be this same upload, completed by an earlier attempt whose
 * response was lost. Its parts are then kept.
 */
final class LargeObjectCompleter {
  private static final Logger LOG = LoggerFactory.getLogger(LargeObjectCompleter.class);
  private static final ObjectMapper JSON = new ObjectMapper();

  private final SegmentLayout places;
  private final SwiftErrors errors;
  private final SwiftInfo info;
  private final SwiftSegments segments;
  private final SwiftDeleter deleter;

  LargeObjectCompleter(
      SegmentLayout places,
      SwiftErrors errors,
      SwiftInfo info,
      SwiftSegments segments,
      SwiftDeleter deleter) {
    this.places = places;
    this.errors = errors;
    this.info = info;
    this.segments = segments;
    this.deleter = deleter;
  }

  /** Writes the object. Then removes the marker and the segments of the replaced object. */
  ObjectInfo write(String key, String id, List<UploadedPart> parts, PutOptions options)
      throws IOException {
    boolean creates = options.mode() instanceof PutMode.CreateIfAbsent;
    List<Segment> replaced =
        creates
            ? List.of()
            : segments.of(key).stream().filter(segment -> !isOf(key, id, segment)).toList();
    SwiftRequest request = request(key, id, parts, options);
    SwiftErrors.Response response =
        errors.call(creates ? request.with("If-None-Match", "*") : request);
    removeMarker(key, id);
    segments.deleteReplaced(key, replaced);
    return new ObjectInfo(
        key,
        length(parts),
        SwiftNames.unquoted(response.header("ETag")),
        SwiftNames.lastModified(response.head()),
        options.metadata());
  }

  private SwiftRequest request(String key, String id, List<UploadedPart> parts, PutOptions options)
      throws IOException {
    SwiftRequest request =
        SwiftRequest.of(Operation.COMPLETE_UPLOAD, "PUT", places.mainContainer(), key)
            .with(SwiftNames.headers(options.metadata()))
            .with(info.isGateway() ? Map.of(SwiftNames.UPLOAD, id) : Map.of());
    if (info.isGateway() && length(parts) == 0) {
      // The gateway never responds to a HEAD of a large object without bytes.
      return request.withBody(Content.empty(), SwiftTypes.BYTES);
    }
    return request
        .withQuery("multipart-manifest=put")
        .withBody(Content.of(manifest(key, id, parts)), SwiftTypes.BYTES);
  }

  private static long length(List<UploadedPart> parts) {
    return parts.stream().mapToLong(UploadedPart::length).sum();
  }

  private byte[] manifest(String key, String id, List<UploadedPart> parts) throws IOException {
    ArrayNode manifest = JSON.createArrayNode();
    for (UploadedPart part : parts) {
      manifest
          .addObject()
          .put("path", "/" + places.container() + "/" + places.segment(key, id, part.number()))
          .put("etag", part.etag())
          .put("size_bytes", part.length());
    }
    return JSON.writeValueAsBytes(manifest);
  }

  private boolean isOf(String key, String id, Segment segment) {
    return segment.container().equals(places.container())
        && segment.key().startsWith(places.segments(key, id));
  }

  private void removeMarker(String key, String id) {
    try {
      deleter.delete(places.container(), places.marker(key, id));
    } catch (IOException e) {
      LOG.warn(
          "swift://{}/{} is complete, but its upload {} is listed until it is "
              + "aborted. Aborting it does not affect the object",
          places.mainContainer(),
          key,
          id,
          e);
    }
  }

  /** Whether the object under the key is this upload, completed. */
  boolean isCompleted(String key, String id) throws IOException {
    return segments.of(key).stream().anyMatch(segment -> isOf(key, id, segment));
  }

  /** Removes an upload that was not completed. Of a completed one, removes only the marker. */
  void drop(String key, String id) throws IOException {
    boolean isCompleted = isCompleted(key, id);
    if (!isCompleted) {
      removeParts(key, id);
    }
    deleter.delete(places.container(), places.marker(key, id));
    if (!isCompleted) {
      // A part written meanwhile still saw the marker. Later parts remove themselves.
      removeParts(key, id);
    }
  }

  private void removeParts(String key, String id) throws IOException {
    List<DeleteFailure> stayed;
    try {
      stayed = segments.delete(segments.under(places.container(), places.segments(key, id)));
    } catch (BucketNotFoundException e) {
      return; // No upload was ever started.
    }
    if (!stayed.isEmpty()) {
      throw new StoreException(
          "abort of upload "
              + id
              + " of swift://"
              + places.mainContainer()
              + "/"
              + key
              + ": parts were not deleted: "
              + stayed,
          null);
    }
  }

  /** Removes a part that was written after the end of its upload. */
  void deleteLatePart(String key, String id, String part) throws IOException {
    boolean isCompleted = isCompleted(key, id);
    if (!isCompleted) {
      deleter.delete(places.container(), part);
    }
  }
}
