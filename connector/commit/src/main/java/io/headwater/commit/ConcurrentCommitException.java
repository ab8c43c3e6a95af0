package io.headwater.commit;

import java.io.IOException;

/**
 * Another writer was faster: the object differs from what its writer saw, or another writer is
 * about to replace it. This writer wrote nothing. Reading and writing again may succeed.
 */
public class ConcurrentCommitException extends IOException {
  private static final long serialVersionUID = 1L;

  public ConcurrentCommitException(String message, Throwable cause) {
    super(message, cause);
  }
}
