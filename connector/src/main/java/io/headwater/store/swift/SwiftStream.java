package io.headwater.store.swift;

import io.headwater.store.ObjectInfo;
import io.headwater.store.ObjectStream;
import io.headwater.store.StreamOptions;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;

/**
 * An object of unknown length. What may show early goes to its key by one PUT, whose last chunk is
 * kept back until it is finished; a sealed one that rests is finished early. What may not show
 * early, what gets longer than a segment, and what rests before it is sealed becomes a static large
 * object; bytes that stand under the key by then are copied inside the store, and removed there.
 */
final class SwiftStream implements ObjectStream, OpenPuts.Owner {
  private final String key;
  private final StreamOptions options;
  private final SwiftStreams streams;
  private final ReentrantLock lock = new ReentrantLock();
  private volatile long lastUsed = System.nanoTime();
  private ChunkedPut put;
  private SegmentedObject large;
  private ObjectInfo shown;
  private boolean mayShow;
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

  /** After a failure nothing more can be done but close: some bytes may be lost. */
  private <T> T locked(Step<T> step) throws IOException {
    lock.lock();
    try {
      if (ended || failure != null) {
        throw new IOException("the stream to " + streams.told(key) + " has ended", failure);
      }
      return step.run();
    } catch (IOException e) {
      failure = failure == null ? e : failure;
      throw e;
    } finally {
      lastUsed = System.nanoTime();
      lock.unlock();
    }
  }

  @Override
  public void write(byte[] bytes, int offset, int count) throws IOException {
    locked(
        () -> {
          int position = offset;
          int left = count;
          while (left > 0) {
            int fits = (int) Math.min(left, room());
            put.write(bytes, position, fits);
            position += fits;
            left -= fits;
          }
          return null;
        });
  }

  /** How many bytes the PUT that is open then still takes. */
  private long room() throws IOException {
    if (put != null && put.length() == streams.segmentLength()) {
      toSegment();
    }
    if (put == null) {
      begin();
    }
    return streams.segmentLength() - put.length();
  }

  private void begin() throws IOException {
    boolean toKey = large == null && options.showing() == StreamOptions.Showing.EARLY_IF_NEEDED;
    if (!toKey && large == null) {
      large = streams.segmented(key, options.put());
    }
    streams.open().enter(this);
    try {
      put = toKey ? streams.putToKey(key, options.put()) : streams.put(large.nextSegment());
    } finally {
      if (put == null) {
        streams.open().leave(this);
      }
    }
  }

  /** Ends the PUT so that what it sent is a segment. */
  private void toSegment() throws IOException {
    if (large != null) {
      long length = put.length();
      large.add(SwiftNames.unquoted(endPut().header("ETag")), length);
      return;
    }
    ObjectInfo first = show();
    large = streams.segmented(key, options.put());
    large.addCopyOf(first);
    streams.delete(key);
    mayShow = false;
  }

  /** Ends the PUT to the key, where the object so becomes visible. */
  private ObjectInfo show() throws IOException {
    mayShow = true;
    long length = put.length();
    return streams.info(key, length, endPut(), options.put());
  }

  private SwiftErrors.Answer endPut() throws IOException {
    ChunkedPut ending = put;
    put = null;
    try {
      return ending.finish();
    } finally {
      streams.open().leave(this);
    }
  }

  @Override
  public void seal() throws IOException {
    locked(
        () -> {
          sealed = true;
          if (put != null && large != null) {
            toSegment();
          }
          return null;
        });
  }

  @Override
  public ObjectInfo finish() throws IOException {
    return locked(
        () -> {
          ObjectInfo finished = finished();
          ended = true;
          return finished;
        });
  }

  private ObjectInfo finished() throws IOException {
    if (shown != null) {
      return shown;
    }
    if (put == null && large == null) {
      return streams.putEmpty(key, options.put());
    }
    if (large == null) {
      return show();
    }
    if (put != null) {
      toSegment();
    }
    return large.complete();
  }

  @Override
  public Duration rest() {
    return Duration.ofNanos(System.nanoTime() - lastUsed);
  }

  @Override
  public boolean relieve() {
    if (!lock.tryLock()) {
      return false;
    }
    try {
      if (put == null) {
        return false;
      }
      if (sealed) {
        shown = show();
      } else {
        toSegment();
      }
    } catch (IOException e) {
      failure = e; // Its owner is told at its next call.
    } finally {
      lock.unlock();
    }
    return true;
  }

  @Override
  public void close() throws IOException {
    lock.lock();
    try {
      if (ended) {
        return;
      }
      cut();
      if (mayShow) {
        streams.delete(key);
      }
      if (large != null) {
        large.abort();
      }
      ended = true;
    } finally {
      lock.unlock();
    }
  }

  private void cut() {
    if (put != null) {
      put.cut();
      put = null;
      streams.open().leave(this);
    }
  }
}
