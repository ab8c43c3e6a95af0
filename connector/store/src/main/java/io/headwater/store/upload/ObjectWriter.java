package io.headwater.store.upload;

import io.headwater.store.Capability;
import io.headwater.store.ObjectInfo;
import io.headwater.store.ObjectStore;
import io.headwater.store.PutOptions;
import io.headwater.store.StreamOptions;
import io.headwater.store.StreamOptions.Showing;
import io.headwater.store.content.Content;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Objects;
import java.util.Optional;

/**
 * Writes one object. {@link #write} takes its bytes, {@link #close} seals the object, {@link
 * #publish} makes it visible, and {@link #abort} drops it. Until publication the object is
 * invisible. Its bytes are in memory, on the local disk, in an uncompleted multipart upload, or in
 * a PUT whose last chunk is unsent.
 *
 * <p>One thread writes. Afterwards another thread may publish or abort.
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

  /**
   * An object under a dedicated key up to this length, in bytes, is buffered and sent by one PUT.
   */
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

  /** A writer for a known key. Another object may exist under the key until publication. */
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
   * A writer for a dedicated key, such as an attempt's: no other object exists there or ever will.
   * If the store cannot withhold a sealed stream for long, the object becomes visible early.
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
   * A writer for a dedicated key that leaves its bytes in an upload. {@link #detach} returns that
   * upload.
   */
  public static ObjectWriter toUpload(
      ObjectStore store, UploadResources resources, String key, PutOptions options) {
    return new ObjectWriter(store, key, new BufferedTransfer(store, resources, key, options));
  }

  /**
   * A writer whose key is known only at publication. Nothing is sent before then, so all bytes are
   * buffered in memory and on the local disk.
   */
  public static ObjectWriter unnamed(
      ObjectStore store, UploadResources resources, PutOptions options) {
    return new ObjectWriter(store, "", new BufferedTransfer(store, resources, "", options));
  }

  private static boolean streams(ObjectStore store, UploadResources resources) {
    return resources.settings().policy() == WritePolicy.STREAM
        && store.capabilities().contains(Capability.STREAMED_PUT);
  }

  /** The number of bytes written so far. */
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

  /**
   * Seals the object. After that, publication needs at most one request. Repeated calls have no
   * effect.
   */
  @Override
  public synchronized void close() throws IOException {
    if (state == State.OPEN) {
      transfer.seal();
      state = State.SEALED;
    }
  }

  /**
   * The buffered bytes of a sealed object, or empty if some were already sent.
   *
   * @throws IOException if the writer is not sealed
   */
  public synchronized Optional<Content> content() throws IOException {
    requireState(State.SEALED, "read");
    return transfer.content();
  }

  /** Makes the object visible under the writer's key. */
  public ObjectInfo publish() throws IOException {
    return publishAs(key);
  }

  /**
   * Makes the object visible under a key. If parts were already sent under another key, the object
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
   * Sends the rest and leaves the upload uncompleted, for any process to complete. Until then the
   * object is invisible. Repeated calls return the same upload. {@link #abort} still drops it.
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
   * Drops an unpublished object: releases memory and file, and aborts the upload. May be retried
   * after a failure. Has no effect when repeated or after publication.
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

  /** The object, once it is certainly visible. */
  public synchronized Optional<ObjectInfo> published() {
    return Optional.ofNullable(published);
  }

  /** Whether the object is certainly visible. */
  public synchronized boolean isPublished() {
    return state == State.PUBLISHED;
  }

  /** The key of a publication attempt. The object may be visible there. */
  public synchronized Optional<String> keyTried() {
    return Optional.ofNullable(keyTried);
  }

  private void requireState(State wanted, String verb) throws IOException {
    if (state != wanted) {
      throw new IOException("object " + place + " is " + state + " and cannot be " + verb);
    }
  }
}
