package io.headwater.store.swift;

import io.headwater.store.ObjectInfo;
import io.headwater.store.ObjectStream;
import io.headwater.store.Operation;
import io.headwater.store.StreamOptions;
import io.headwater.store.StreamRequests;
import io.headwater.store.swift.client.SwiftErrors;
import io.headwater.store.swift.client.SwiftNames;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.concurrent.locks.ReentrantLock;

/**
 * An object of unknown length.
 *
 * <p>An object that may become visible early is sent by one PUT to its key. The last chunk is
 * withheld until the stream is finished. If a sealed stream rests, it is finished early.
 *
 * <p>A static large object is written if the object must not become visible early, grows longer
 * than a segment, or rests before it is sealed. Bytes already under the key are then copied inside
 * the store and removed from the key. A stream that rested once may rest often, so its further
 * segments are buffered in memory until they are complete.
 */
final class SwiftStream implements ObjectStream, OpenStreams.Watched {
  /** Bytes written at once. The stream blocks until the connection accepts them. */
  private static final int PIECE = 1 << 20;

  private final String key;
  private final StreamOptions options;
  private final SwiftStreams streams;
  private final ReentrantLock lock = new ReentrantLock();
  private final ByteArrayOutputStream waiting = new ByteArrayOutputStream();
  private volatile long lastUsed = System.nanoTime();
  private volatile ChunkedPut put;
  private SegmentedObject large;
  private ObjectInfo shown;
  private ObjectInfo finished;
  private boolean mayShow;
  private boolean rested;
  private boolean sealed;
  private boolean ended;
  private IOException failure;

  SwiftStream(String key, StreamOptions options, SwiftStreams streams) {
    this.key = key;
    this.options = options;
    this.streams = streams;
  }

  /** An action that needs the lock. */
  private interface Step<T> {
    T run() throws IOException;
  }

  private <T> T locked(Step<T> step) throws IOException {
    lock.lock();
    try {
      if (ended || failure != null) {
        throw new IOException("the stream to " + streams.description(key) + " has ended", failure);
      }
      lastUsed = System.nanoTime();
      return step.run();
    } finally {
      lastUsed = System.nanoTime();
      lock.unlock();
    }
  }

  /** After a failure only close is allowed, because some bytes may be lost. */
  private <T> T orFail(Step<T> step) throws IOException {
    try {
      return step.run();
    } catch (IOException | RuntimeException e) {
      failure = e instanceof IOException known ? known : new IOException(e);
      throw e;
    }
  }

  @Override
  public void write(byte[] bytes, int offset, int count) throws IOException {
    locked(() -> orFail(() -> send(bytes, offset, count)));
  }

  private Void send(byte[] bytes, int offset, int count) throws IOException {
    int position = offset;
    int left = count;
    while (left > 0 && !rested) {
      int fits = (int) Math.min(Math.min(left, PIECE), room());
      put.write(bytes, position, fits);
      lastUsed = System.nanoTime();
      position += fits;
      left -= fits;
    }
    waiting.write(bytes, position, left);
    if (rested && waiting.size() >= large.worthSending()) {
      sendWaiting();
    }
    return null;
  }

  /** How many bytes the PUT accepts that is open after this call. */
  private long room() throws IOException {
    if (put != null && put.length() == streams.segmentLength()) {
      toSegment(options.requests());
    }
    if (put == null) {
      begin();
    }
    return streams.segmentLength() - put.length();
  }

  private void begin() throws IOException {
    if (large == null && options.showing() == StreamOptions.Showing.EARLY_IF_NEEDED) {
      put = streams.putToKey(key, options.put());
      return;
    }
    if (large == null) {
      large = streams.segmented(key, options.put(), options.requests());
    }
    put = options.requests().send(Operation.PUT_PART, () -> streams.put(large.nextSegment()));
  }

  /**
   * Ends the PUT so that its bytes become a segment. Other requests are retried as the argument
   * specifies.
   */
  private void toSegment(StreamRequests requests) throws IOException {
    if (large != null) {
      long length = put.length();
      large.add(SwiftNames.unquoted(endPut().header("ETag")), length);
      return;
    }
    ObjectInfo first = show();
    large = streams.segmented(key, options.put(), requests);
    large.addCopyOf(first, requests);
    requests.send(Operation.DELETE, () -> streams.delete(key));
    mayShow = false;
  }

  private void sendWaiting() throws IOException {
    if (waiting.size() > 0) {
      large.put(waiting.toByteArray(), options.requests());
      waiting.reset();
    }
  }

  /** Ends the PUT to the key, which makes the object visible. */
  private ObjectInfo show() throws IOException {
    mayShow = true;
    long length = put.length();
    return SwiftWriter.info(key, length, endPut(), options.put());
  }

  private SwiftErrors.Response endPut() throws IOException {
    ChunkedPut ending = put;
    put = null;
    return ending.finish();
  }

  @Override
  public void seal() throws IOException {
    locked(() -> orFail(this::sealSegment));
  }

  private Void sealSegment() throws IOException {
    sealed = true;
    sendWaiting();
    if (put != null && large != null) {
      toSegment(options.requests());
    }
    return null;
  }

  @Override
  public ObjectInfo finish() throws IOException {
    return finished != null ? finished : locked(this::finishOnce);
  }

  private ObjectInfo finishOnce() throws IOException {
    finished = whole();
    ended = true;
    streams.open().leave(this);
    return finished;
  }

  private ObjectInfo whole() throws IOException {
    if (shown != null) {
      return shown;
    }
    if (put == null && large == null) {
      return streams.putEmpty(key, options.put());
    }
    if (large == null) {
      return orFail(this::show);
    }
    orFail(this::sealSegment);
    return large.complete();
  }

  @Override
  public void look() {
    long now = System.nanoTime();
    if (!lock.tryLock()) {
      ChunkedPut stalled = put;
      if (stalled != null && now - lastUsed > streams.longestWait().toNanos()) {
        stalled.cut();
      }
      return;
    }
    try {
      if (put != null && failure == null && now - lastUsed >= streams.longestRest().toNanos()) {
        orFail(this::endRest);
      }
    } catch (IOException e) {
      // The owner receives the failure at its next call.
    } finally {
      lock.unlock();
    }
  }

  private Void endRest() throws IOException {
    if (sealed) {
      shown = show();
    } else {
      rested = true;
      // Without pauses between attempts, because the thread also serves the other streams.
      toSegment(StreamRequests.DIRECT);
    }
    return null;
  }

  @Override
  public void cut() {
    ChunkedPut open = put;
    if (open != null) {
      open.cut();
    }
  }

  @Override
  public void close() throws IOException {
    lock.lock();
    try {
      if (ended) {
        return;
      }
      cut();
      put = null;
      streams.open().leave(this);
      if (mayShow) {
        streams.delete(key);
        mayShow = false;
      }
      if (large != null) {
        large.abort();
      }
      ended = true;
    } finally {
      lock.unlock();
    }
  }
}
