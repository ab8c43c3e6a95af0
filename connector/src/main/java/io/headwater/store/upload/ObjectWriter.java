package io.headwater.store.upload;

import io.headwater.store.ObjectInfo;
import io.headwater.store.ObjectStore;
import io.headwater.store.PutOptions;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Writes one object. The bytes go through {@link #write}; {@link #close} seals the object, {@link
 * #publish} makes it visible, {@link #abort} drops it. Until it is published the store shows
 * nothing: the bytes wait in memory, on the local disk, or in an uncompleted multipart upload.
 *
 * <p>Written by one thread; publishing and aborting may come from another one afterwards.
 */
public final class ObjectWriter extends OutputStream {
  private enum State {
    OPEN,
    SEALED,
    PUBLISHED,
    ABORTING,
    ABORTED
  }

  private final ObjectStore store;
  private final UploadResources resources;
  private final String key;
  private final PutOptions options;
  private final boolean keyIsFinal;
  private final List<PartBuffer> waiting = new ArrayList<>();
  private PartBuffer current;
  private PartSender sender;
  private String keyTried;
  private long length;
  private State state = State.OPEN;

  private ObjectWriter(
      ObjectStore store,
      UploadResources resources,
      String key,
      PutOptions options,
      boolean keyIsFinal) {
    this.store = store;
    this.resources = resources;
    this.key = key;
    this.options = options;
    this.keyIsFinal = keyIsFinal;
    this.current = resources.newBuffer();
  }

  /** A writer whose object's key is known: full parts are sent as they come. */
  public static ObjectWriter to(
      ObjectStore store, UploadResources resources, String key, PutOptions options) {
    return new ObjectWriter(store, resources, key, options, true);
  }

  /**
   * A writer whose object is named only when it is published: nothing is sent before, so that all
   * its bytes wait in memory and on the local disk.
   */
  public static ObjectWriter unnamed(
      ObjectStore store, UploadResources resources, PutOptions options) {
    return new ObjectWriter(store, resources, "", options, false);
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
    int position = offset;
    int left = count;
    while (left > 0) {
      long room = roomInPart();
      if (room == 0) {
        finishPart();
        continue;
      }
      int fits = (int) Math.min(left, room);
      current.append(bytes, position, fits);
      position += fits;
      left -= fits;
      length += fits;
    }
  }

  private long roomInPart() {
    int number = waiting.size() + (sender == null ? 1 : sender.nextPart());
    return resources.settings().lengthOfPart(number) - current.length();
  }

  private void finishPart() throws IOException {
    waiting.add(current);
    current = resources.newBuffer();
    if (sender != null || (keyIsFinal && length >= wholeLength())) {
      sendWaiting(key);
    }
  }

  private long wholeLength() {
    return resources.settings().wholeLength();
  }

  private void sendWaiting(String target) throws IOException {
    if (sender == null) {
      sender = PartSender.begin(store.uploads(), resources.senders(), target, options);
    }
    while (!waiting.isEmpty()) {
      PartBuffer part = waiting.get(0);
      sender.send(part);
      waiting.remove(0);
    }
  }

  /** Seals: once this returns, publishing needs no more than one request. Twice is once. */
  @Override
  public synchronized void close() throws IOException {
    if (state == State.OPEN) {
      if (sender != null || (keyIsFinal && length > wholeLength())) {
        finishPart();
        sender.awaitAll();
      }
      state = State.SEALED;
    }
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
    ObjectInfo published = send(target);
    state = State.PUBLISHED;
    release();
    return published;
  }

  private ObjectInfo send(String target) throws IOException {
    if (sender == null && length <= wholeLength()) {
      return store.put(target, new JoinedContent(waiting, current), options);
    }
    if (sender == null) {
      finishPart();
      sendWaiting(target);
    }
    ObjectInfo completed = sender.complete();
    if (sender.key().equals(target)) {
      return completed;
    }
    ObjectInfo copied = store.copy(sender.key(), target);
    store.delete(sender.key());
    return copied;
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
      if (sender != null) {
        sender.abort();
      }
      state = State.ABORTED;
    } finally {
      release();
    }
  }

  /** Whether the object is surely visible. */
  public synchronized boolean isPublished() {
    return state == State.PUBLISHED;
  }

  /** The key under which publishing was tried, so that the object may be visible there. */
  public synchronized Optional<String> keyTried() {
    return Optional.ofNullable(keyTried);
  }

  private void release() throws IOException {
    current.close();
    for (PartBuffer part : waiting) {
      part.close();
    }
    waiting.clear();
  }

  private void requireState(State wanted, String verb) throws IOException {
    if (state != wanted) {
      throw new IOException(
          "object " + store.name() + "/" + key + " is " + state + " and cannot be " + verb);
    }
  }
}
