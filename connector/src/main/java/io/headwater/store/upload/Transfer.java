package io.headwater.store.upload;

import io.headwater.store.ObjectInfo;
import java.io.IOException;

/** How the bytes of one object get to the store. Used by one thread at a time. */
interface Transfer {
  /** Takes some bytes. */
  void write(byte[] bytes, int offset, int count) throws IOException;

  /** No more bytes come: what publishing would do for long is done now. */
  void seal() throws IOException;

  /** Makes the object visible, after it was sealed. */
  ObjectInfo publishAs(String target) throws IOException;

  /** Drops an object that is not published; may be tried again after a failure. */
  void abort() throws IOException;

  /** Gives back memory and files; twice is once. */
  void release() throws IOException;
}
