package io.headwater.store.upload;

import io.headwater.store.Content;
import io.headwater.store.ObjectInfo;
import java.io.IOException;
import java.util.Optional;

/** How the bytes of one object get to the store. Used by one thread at a time. */
interface Transfer {
  /** Takes some bytes. */
  void write(byte[] bytes, int offset, int count) throws IOException;

  /** No more bytes come: what publishing would do for long is done now. */
  void seal() throws IOException;

  /** Makes the object visible, after it was sealed. */
  ObjectInfo publishAs(String target) throws IOException;

  /**
   * Sends all that is not sent yet as an upload that is left uncompleted, after it was sealed.
   *
   * @throws UnsupportedOperationException if bytes were sent in another way
   */
  default PendingUpload detach() throws IOException {
    throw new UnsupportedOperationException("a stream ends in the process that began it");
  }

  /** All bytes, after it was sealed; empty if some were sent already. */
  default Optional<Content> content() {
    return Optional.empty();
  }

  /** Drops an object that is not published; may be tried again after a failure. */
  void abort() throws IOException;

  /** Gives back memory and files; twice is once. */
  void release() throws IOException;
}
