package io.headwater.store.swift;

import io.headwater.store.Content;
import io.headwater.store.ObjectInfo;
import io.headwater.store.ObjectStream;
import io.headwater.store.Operation;
import io.headwater.store.PutOptions;
import io.headwater.store.StreamOptions;
import io.headwater.store.StreamRequests;
import io.headwater.store.TransientStoreException;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/** What the {@link SwiftStream}s of a container are made with. */
final class SwiftStreams {
  private final String container;
  private final SwiftAccount account;
  private final SwiftWriter writer;
  private final SwiftDeleter deleter;
  private final SwiftUploadPlaces places;
  private final SwiftUploads uploads;
  private final SwiftCopier copier;

  SwiftStreams(
      String container,
      SwiftAccount account,
      SwiftWriter writer,
      SwiftDeleter deleter,
      SwiftUploadPlaces places,
      SwiftUploads uploads,
      SwiftCopier copier) {
    this.container = container;
    this.account = account;
    this.writer = writer;
    this.deleter = deleter;
    this.places = places;
    this.uploads = uploads;
    this.copier = copier;
  }

  /** How long a PUT may get, in bytes. */
  long segmentLength() {
    return account.streaming().segmentLength();
  }

  /** How long a PUT may rest. */
  Duration longestRest() {
    return account.streaming().longestRest();
  }

  /** How long a write may last. */
  Duration longestWait() {
    return account.longestWait();
  }

  /** The account's. */
  OpenStreams open() {
    return account.openStreams();
  }

  /** A stream; none if there are as many as the account bears. */
  Optional<ObjectStream> begin(String key, StreamOptions options) throws IOException {
    SwiftStream stream = new SwiftStream(key, options, this);
    return open().enter(stream) ? Optional.of(stream) : Optional.empty();
  }

  /** Begins a PUT to a key. */
  ChunkedPut putToKey(String key, PutOptions options) throws IOException {
    return put(
        SwiftRequest.of(Operation.PUT, "PUT", container, key)
            .with(SwiftNames.headers(options.metadata())));
  }

  /**
   * Begins a PUT; once more if the first was lost before Swift wanted its body, as happens on a
   * connection that the server had closed.
   */
  ChunkedPut put(SwiftRequest request) throws IOException {
    try {
      return putOnce(request);
    } catch (TransientStoreException e) {
      return putOnce(request);
    }
  }

  private ChunkedPut putOnce(SwiftRequest request) throws IOException {
    return new ChunkedPut(request, account.errors(), account.openStreams().threads());
  }

  /** Writes an object without bytes. */
  ObjectInfo putEmpty(String key, PutOptions options) throws IOException {
    return writer.put(key, Content.empty(), options);
  }

  /** Begins a large object. */
  SegmentedObject segmented(String key, PutOptions options, StreamRequests requests)
      throws IOException {
    return new SegmentedObject(key, options, places, uploads, copier, requests);
  }

  /** Deletes what a PUT to the key made, or may have made; returns the key. */
  String delete(String key) throws IOException {
    deleter.delete(container, key);
    return key;
  }

  /** The object, for messages. */
  String told(String key) {
    return "swift://" + container + "/" + key;
  }
}
