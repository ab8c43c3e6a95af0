package io.headwater.store.swift;

import io.headwater.store.ObjectInfo;
import io.headwater.store.Operation;
import io.headwater.store.PutOptions;
import io.headwater.store.StreamRequests;
import io.headwater.store.UploadedPart;
import io.headwater.store.content.Content;
import io.headwater.store.copy.Copier;
import io.headwater.store.swift.client.SwiftRequest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A static large object whose segments are written in sequence. */
final class SegmentedObject {
  /** In bytes. */
  private static final int LEAST_SEGMENT = 4 << 20;

  /** The length doubles five times up to Swift's default of 1,000 segments: 24 GiB in total. */
  private static final int DOUBLED_AFTER = 200;

  private static final int MOST_DOUBLINGS = 5;

  private final String key;
  private final PutOptions options;
  private final SegmentLayout places;
  private final SwiftUploads uploads;
  private final Copier copier;
  private final String id;
  private final List<UploadedPart> parts = new ArrayList<>();

  SegmentedObject(
      String key,
      PutOptions options,
      SegmentLayout places,
      SwiftUploads uploads,
      Copier copier,
      StreamRequests requests)
      throws IOException {
    this.key = key;
    this.options = options;
    this.places = places;
    this.uploads = uploads;
    this.copier = copier;
    this.id = requests.send(Operation.CREATE_UPLOAD, () -> uploads.create(key, options));
  }

  /**
   * The least number of bytes that is worth a segment's requests. It grows with the number of
   * segments. An object written in many small pieces thus stays within Swift's limit of segments.
   */
  int worthSending() {
    return LEAST_SEGMENT << Math.min(MOST_DOUBLINGS, parts.size() / DOUBLED_AFTER);
  }

  /** Sends the next segment. */
  void put(byte[] bytes, StreamRequests requests) throws IOException {
    int number = parts.size() + 1;
    Content content = Content.of(bytes);
    parts.add(requests.send(Operation.PUT_PART, () -> uploads.put(key, id, number, content)));
  }

  /** The PUT of the next segment. */
  SwiftRequest nextSegment() {
    return SwiftRequest.of(
        Operation.PUT_PART, "PUT", places.container(), places.segment(key, id, parts.size() + 1));
  }

  /** Records that the next segment was stored. */
  void add(String etag, long length) {
    parts.add(new UploadedPart(parts.size() + 1, etag, length));
  }

  /** Copies an object's bytes into segments, inside the store. */
  void addCopyOf(ObjectInfo source, StreamRequests requests) throws IOException {
    int first = parts.size() + 1;
    parts.addAll(requests.send(Operation.COPY, () -> copier.toParts(source, key, id, first)));
  }

  ObjectInfo complete() throws IOException {
    ObjectInfo made = uploads.complete(key, id, parts, options.mode());
    return new ObjectInfo(key, made.length(), made.etag(), made.lastModified(), options.metadata());
  }

  void abort() throws IOException {
    uploads.abort(key, id);
  }
}
