package io.headwater.store;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.ClosedByInterruptException;

/** The body of an HTTP response, and what to do with its connection afterwards. */
public interface ResponseBody {
  /**
   * The bytes. A read fails with {@link ClosedByInterruptException} if its thread is interrupted.
   */
  InputStream stream();

  /** Returns the connection to its pool. The body has been read in full. */
  void release() throws IOException;

  /** Closes the connection. The rest of the body is not read. */
  void abort() throws IOException;
}
