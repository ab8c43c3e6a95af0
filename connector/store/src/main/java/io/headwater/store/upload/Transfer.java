package io.headwater.store.upload;

import io.headwater.store.ObjectInfo;
import io.headwater.store.content.Content;
import java.io.IOException;
import java.util.Optional;

/** How the bytes of one object reach the store. Used by one thread at a time. */
interface Transfer {
  /** Takes some bytes. */
  void write(byte[] bytes, int offset, int count) throws IOException;

  /** Ends writing, and does in advance what would make publication slow. */
  void seal() throws IOException;

  /** Makes the object visible. Requires {@link #seal}. */
  ObjectInfo publishAs(String target) throws IOException;

  /**
   * Sends the rest as an upload and leaves it uncompleted. Requires {@link #seal}.
   *
   * @throws UnsupportedOperationException if bytes were sent in another way
   */
  default PendingUpload detach() throws IOException {
    throw new UnsupportedOperationException("a stream must be ended in the process that began it");
  }

  /** All bytes, or empty if some were already sent. Requires {@link #seal}. */
  default Optional<Content> content() {
    return Optional.empty();
  }

  /** Drops an unpublished object. May be retried after a failure. */
  void abort() throws IOException;

  /** Returns memory and files. Repeated calls have no effect. */
  void release() throws IOException;
}
