package io.headwater.store.swift;

import io.headwater.store.ObjectInfo;
import io.headwater.store.ObjectStream;
import io.headwater.store.Operation;
import io.headwater.store.StreamOptions;
import io.headwater.store.StreamRequests;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.concurrent.locks.ReentrantLock;

/**
 * An object of unknown length. What may show early goes to its key by one PUT, whose last chunk is
 * kept back until it is finished; a sealed one that rests is finished early. What may not show
 * early, what gets longer than a segment, and what rests before it is sealed becomes a static large
 * object; bytes that stand under the key by then are copied inside the store, and removed there.
 * What rested once may rest often: its further segments wait in memory until they are whole.
 */
final class SwiftStream implements ObjectStream, OpenStreams.Watched {
  /** Bytes that are written at once: while they are not taken, the stream stands still. */
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

  /** What is done with the lock. */
  private interface Step<T> {
    T run() throws IOException;
  }

  private <T> T locked(Step<T> step) throws IOException {
    lock.lock();
    try {
      if (ended || failure != null) {
        throw new IOException("the stream to " + streams.told(key) + " has ended", failure);
      }
      lastUsed = System.nanoTime();
      return step.run();
    } finally {
      lastUsed = System.nanoTime();
      lock.unlock();
    }
  }

  /** After a failure nothing more can be done but close: some bytes may be lost. */
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

  /** How many bytes the PUT that is open then still takes. */
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

  /** Ends the PUT so that what it sent is a segment; repeats other requests as it is told. */
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

  /** Ends the PUT to the key, where the object so becomes visible. */
  private ObjectInfo show() throws IOException {
    mayShow = true;
    long length = put.length();
    return SwiftWriter.info(key, length, endPut(), options.put());
  }

  private SwiftErrors.Answer endPut() throws IOException {
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
      // Its owner is told at its next call.
    } finally {
      lock.unlock();
    }
  }

  private Void endRest() throws IOException {
    if (sealed) {
      shown = show();
    } else {
      rested = true;
      // Without pauses between tries: the thread looks after the other streams as well.
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
