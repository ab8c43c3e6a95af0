package io.headwater.commit;

import java.io.IOException;

/**
 * The outcome of a commit is unknown. Nothing was deleted or undone: the written objects may be in
 * use.
 */
public class CommitStateUnknownException extends IOException {
  private static final long serialVersionUID = 1L;

  public CommitStateUnknownException(String message, Throwable cause) {
    super(message, cause);
  }
}
