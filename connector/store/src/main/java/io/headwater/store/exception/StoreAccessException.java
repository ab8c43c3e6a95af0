package io.headwater.store.exception;

/** The store refused the credentials, or they do not allow the operation. */
public class StoreAccessException extends StoreException {
  private static final long serialVersionUID = 1L;

  public StoreAccessException(String message, Throwable cause) {
    super(message, cause);
  }
}
