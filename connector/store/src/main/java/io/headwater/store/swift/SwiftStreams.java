package io.headwater.store.swift;

import io.headwater.store.ObjectInfo;
import io.headwater.store.ObjectStream;
import io.headwater.store.Operation;
import io.headwater.store.PutOptions;
import io.headwater.store.StreamOptions;
import io.headwater.store.StreamRequests;
import io.headwater.store.content.Content;
import io.headwater.store.copy.Copier;
import io.headwater.store.exception.TransientStoreException;
import io.headwater.store.swift.client.SwiftNames;
import io.headwater.store.swift.client.SwiftRequest;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/** The dependencies of a container's {@link SwiftStream}s. */
final class SwiftStreams {
  private final String container;
  private final SwiftAccount account;
  private final SwiftWriter writer;
  private final SwiftDeleter deleter;
  private final SegmentLayout places;
  private final SwiftUploads uploads;
  private final Copier copier;

  SwiftStreams(
      String container,
      SwiftAccount account,
      SwiftWriter writer,
      SwiftDeleter deleter,
      SegmentLayout places,
      SwiftUploads uploads,
      Copier copier) {
    this.container = container;
    this.account = account;
    this.writer = writer;
    this.deleter = deleter;
    this.places = places;
    this.uploads = uploads;
    this.copier = copier;
  }

  /** The longest PUT, in bytes. */
  long segmentLength() {
    return account.streaming().segmentLength();
  }

  /** How long a PUT may rest between two writes. */
  Duration longestRest() {
    return account.streaming().longestRest();
  }

  /** How long a write may last. */
  Duration longestWait() {
    return account.longestWait();
  }

  /** The account's open streams. */
  OpenStreams open() {
    return account.openStreams();
  }

  /** Opens a stream, or empty if the account's limit of open streams is reached. */
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
   * Starts a PUT. Starts it a second time if the first failed before Swift accepted its body. That
   * happens on a connection that the server had closed.
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

  /** Deletes the object that a PUT to the key created or may have created. Returns the key. */
  String delete(String key) throws IOException {
    deleter.delete(container, key);
    return key;
  }

  /** The object's name in messages. */
  String description(String key) {
    return "swift://" + container + "/" + key;
  }
}
