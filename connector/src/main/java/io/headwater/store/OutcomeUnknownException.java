package io.headwater.store;

/**
 * A write was sent and it could not be learned whether it was applied. Nothing was deleted or
 * undone: look at the object before writing again.
 */
public class OutcomeUnknownException extends StoreException {
  private static final long serialVersionUID = 1L;

  public OutcomeUnknownException(String message, Throwable cause) {
    super(message, cause);
  }
}
