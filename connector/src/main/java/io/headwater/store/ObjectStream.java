package io.headwater.store;

import java.io.Closeable;
import java.io.IOException;

/**
 * An object that is sent while it is written, its length not known before. Nothing is visible until
 * {@link #finish}, but for what {@link StreamOptions.Showing} allows. Used by one thread at a time.
 */
public interface ObjectStream extends Closeable {
  /** Sends some bytes, or keeps few of them for the next call. */
  void write(byte[] bytes, int offset, int count) throws IOException;

  /** Tells that no more bytes will come, so that {@link #finish} needs little more. */
  void seal() throws IOException;

  /**
   * Makes the object visible, replacing one that is there; again tells the same. It may be tried
   * again after a failure, unless bytes were lost by it.
   */
  ObjectInfo finish() throws IOException;

  /**
   * Drops the object if it is not finished, also where it showed early or may have. Twice is once;
   * after a failure it may be tried again.
   */
  @Override
  void close() throws IOException;
}
