package io.headwater.store.upload;

import io.headwater.store.Capability;
import io.headwater.store.Content;
import io.headwater.store.ObjectInfo;
import io.headwater.store.ObjectStore;
import io.headwater.store.PutOptions;
import io.headwater.store.StreamOptions;
import io.headwater.store.StreamOptions.Showing;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Objects;
import java.util.Optional;

/**
 * Writes one object. The bytes go through {@link #write}; {@link #close} seals the object, {@link
 * #publish} makes it visible, {@link #abort} drops it. Until it is published the store shows
 * nothing: the bytes wait in memory, on the local disk, in an uncompleted multipart upload, or in a
 * PUT whose last chunk is unsent.
 *
 * <p>Written by one thread; publishing and aborting may come from another one afterwards.
 */
public final class ObjectWriter extends OutputStream {
  private enum State {
    OPEN,
    SEALED,
    DETACHED,
    PUBLISHED,
    ABORTING,
    ABORTED
  }

  /** An object under a key of its own up to this length, in bytes, waits to be one PUT. */
  private static final long SHORT = 1 << 20;

  private final String place;
  private final String key;
  private final Transfer transfer;
  private String keyTried;
  private ObjectInfo published;
  private PendingUpload detached;
  private long length;
  private State state = State.OPEN;

  private ObjectWriter(ObjectStore store, String key, Transfer transfer) {
    this.place = store.name() + "/" + key;
    this.key = key;
    this.transfer = transfer;
  }

  /** A writer whose object's key is known, and may be another object's until it is published. */
  public static ObjectWriter to(
      ObjectStore store, UploadResources resources, String key, PutOptions options) {
    StreamOptions hidden = new StreamOptions(options, Showing.WHEN_FINISHED);
    long whole = resources.settings().wholeLength();
    return new ObjectWriter(
        store,
        key,
        streams(store, resources)
            ? new StreamedTransfer(store, resources, key, hidden, whole)
            : new BufferedTransfer(store, resources, key, options));
  }

  /**
   * A writer whose object's key is its own, such as an attempt's: no other object is there or will
   * be. Where the store cannot keep a sealed stream back for long, the object is there early.
   */
  public static ObjectWriter toOwn(
      ObjectStore store, UploadResources resources, String key, PutOptions options) {
    StreamOptions own = new StreamOptions(options, Showing.EARLY_IF_NEEDED);
    return new ObjectWriter(
        store,
        key,
        streams(store, resources)
            ? new StreamedTransfer(store, resources, key, own, SHORT)
            : new BufferedTransfer(store, resources, key, options));
  }

  /**
   * A writer whose object's key is its own and whose bytes are left in an upload, for whom it is
   * told by {@link #detach}.
   */
  public static ObjectWriter toUpload(
      ObjectStore store, UploadResources resources, String key, PutOptions options) {
    return new ObjectWriter(store, key, new BufferedTransfer(store, resources, key, options));
  }

  /**
   * A writer whose object is named only when it is published: nothing is sent before, so that all
   * its bytes wait in memory and on the local disk.
   */
  public static ObjectWriter unnamed(
      ObjectStore store, UploadResources resources, PutOptions options) {
    return new ObjectWriter(store, "", new BufferedTransfer(store, resources, "", options));
  }

  private static boolean streams(ObjectStore store, UploadResources resources) {
    return resources.settings().policy() == WritePolicy.STREAM
        && store.capabilities().contains(Capability.STREAMED_PUT);
  }

  /** The bytes written so far. */
  public long length() {
    return length;
  }

  @Override
  public void write(int value) throws IOException {
    write(new byte[] {(byte) value}, 0, 1);
  }

  @Override
  public synchronized void write(byte[] bytes, int offset, int count) throws IOException {
    Objects.checkFromIndexSize(offset, count, bytes.length);
    requireState(State.OPEN, "written");
    transfer.write(bytes, offset, count);
    length += count;
  }

  /** Seals: once this returns, publishing needs no more than one request. Twice is once. */
  @Override
  public synchronized void close() throws IOException {
    if (state == State.OPEN) {
      transfer.seal();
      state = State.SEALED;
    }
  }

  /**
   * The bytes of a sealed object that wait here; empty if some were sent to the store already.
   *
   * @throws IOException if the writer is not sealed
   */
  public synchronized Optional<Content> content() throws IOException {
    requireState(State.SEALED, "read");
    return transfer.content();
  }

  /** Makes the object visible under the key that the writer was made for. */
  public ObjectInfo publish() throws IOException {
    return publishAs(key);
  }

  /**
   * Makes the object visible under a key. If parts were sent under another key already, the object
   * is completed there, copied inside the store, and deleted there.
   *
   * @throws IllegalStateException if the writer is not sealed
   */
  public synchronized ObjectInfo publishAs(String target) throws IOException {
    requireState(State.SEALED, "published");
    keyTried = target;
    published = transfer.publishAs(target);
    state = State.PUBLISHED;
    transfer.release();
    return published;
  }

  /**
   * Sends what is not sent yet and leaves the upload uncompleted, for any process to complete.
   * Until then the store shows nothing. Twice is once; {@link #abort} still drops it.
   *
   * @throws IOException if the writer is not sealed
   * @throws UnsupportedOperationException if the writer streams
   */
  public synchronized PendingUpload detach() throws IOException {
    if (state != State.DETACHED) {
      requireState(State.SEALED, "left as an upload");
      detached = transfer.detach();
      state = State.DETACHED;
      transfer.release();
    }
    return detached;
  }

  /**
   * Drops an object that is not published: releases memory and file, and aborts the upload if one
   * was begun. May be tried again after a failure; twice is once; after publishing it does nothing.
   */
  public synchronized void abort() throws IOException {
    if (state == State.PUBLISHED || state == State.ABORTED) {
      return;
    }
    state = State.ABORTING;
    try {
      transfer.abort();
      state = State.ABORTED;
    } finally {
      transfer.release();
    }
  }

  /** The object, once it is surely visible. */
  public synchronized Optional<ObjectInfo> published() {
    return Optional.ofNullable(published);
  }

  /** Whether the object is surely visible. */
  public synchronized boolean isPublished() {
    return state == State.PUBLISHED;
  }

  /** The key under which publishing was tried, so that the object may be visible there. */
  public synchronized Optional<String> keyTried() {
    return Optional.ofNullable(keyTried);
  }

  private void requireState(State wanted, String verb) throws IOException {
    if (state != wanted) {
      throw new IOException("object " + place + " is " + state + " and cannot be " + verb);
    }
  }
}
