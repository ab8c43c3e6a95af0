package io.headwater.store.exception;

/**
 * A write was sent, and its outcome is unknown. Nothing was deleted or undone. Check the object
 * before writing again.
 */
public class OutcomeUnknownException extends StoreException {
  private static final long serialVersionUID = 1L;

  public OutcomeUnknownException(String message, Throwable cause) {
    super(message, cause);
  }
}
