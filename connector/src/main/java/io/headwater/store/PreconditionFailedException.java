package io.headwater.store;

/** The object is not as the request's condition wants it; nothing was changed. */
public class PreconditionFailedException extends StoreException {
  private static final long serialVersionUID = 1L;

  public PreconditionFailedException(String message, Throwable cause) {
    super(message, cause);
  }
}
