package io.headwater.commit;

import java.io.IOException;

/**
 * Another writer was quicker: the object is not what its writer saw, or is about to be replaced by
 * another one. Nothing of this writer is there; reading again and then writing again may succeed.
 */
public class ConcurrentCommitException extends IOException {
  private static final long serialVersionUID = 1L;

  public ConcurrentCommitException(String message, Throwable cause) {
    super(message, cause);
  }
}
