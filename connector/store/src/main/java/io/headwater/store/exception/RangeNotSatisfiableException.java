package io.headwater.store.exception;

/** The range begins at or after the object's end. */
public class RangeNotSatisfiableException extends StoreException {
  private static final long serialVersionUID = 1L;

  public RangeNotSatisfiableException(String message, Throwable cause) {
    super(message, cause);
  }
}
