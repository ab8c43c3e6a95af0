package io.headwater.store.exception;

/**
 * No connection to the store could be established. The request was not sent, so it was certainly
 * not applied.
 */
public class StoreUnreachableException extends TransientStoreException {
  private static final long serialVersionUID = 1L;

  public StoreUnreachableException(String message, Throwable cause) {
    super(message, cause);
  }

  @Override
  public boolean mayHaveBeenApplied() {
    return false;
  }
}
