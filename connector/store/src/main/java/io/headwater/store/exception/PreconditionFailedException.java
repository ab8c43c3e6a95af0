package io.headwater.store.exception;

/** The request's condition is false. Nothing was changed. */
public class PreconditionFailedException extends StoreException {
  private static final long serialVersionUID = 1L;

  public PreconditionFailedException(String message, Throwable cause) {
    super(message, cause);
  }
}
