package io.headwater.store.exception;

/** The store does not implement the request. Nothing was changed. */
public class UnsupportedByStoreException extends StoreException {
  private static final long serialVersionUID = 1L;

  public UnsupportedByStoreException(String message, Throwable cause) {
    super(message, cause);
  }
}
