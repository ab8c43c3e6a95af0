package io.headwater.commit;

import java.io.IOException;

/**
 * It could not be learned whether a commit was applied. Nothing was deleted or undone: what was
 * written may be in use.
 */
public class CommitStateUnknownException extends IOException {
  private static final long serialVersionUID = 1L;

  public CommitStateUnknownException(String message, Throwable cause) {
    super(message, cause);
  }
}
