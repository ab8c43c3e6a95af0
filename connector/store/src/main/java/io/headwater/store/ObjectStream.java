package io.headwater.store;

import java.io.Closeable;
import java.io.IOException;

/**
 * An object of unknown length that is sent while it is written. Nothing is visible until {@link
 * #finish}, unless {@link StreamOptions.Showing} allows it. Used by one thread at a time.
 */
public interface ObjectStream extends Closeable {
  /** Sends some bytes, or buffers a few for the next call. */
  void write(byte[] bytes, int offset, int count) throws IOException;

  /** Ends writing, so that {@link #finish} needs little more. */
  void seal() throws IOException;

  /**
   * Makes the object visible, and replaces an existing one. Repeated calls return the same result.
   * It may be retried after a failure, unless the failure lost bytes.
   */
  ObjectInfo finish() throws IOException;

  /**
   * Drops the object if it is not finished, even if it became or may have become visible early.
   * Repeated calls have no effect. It may be retried after a failure.
   */
  @Override
  void close() throws IOException;
}
