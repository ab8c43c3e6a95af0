package io.headwater.store.exception;

/** No object exists under the key. */
public class ObjectNotFoundException extends StoreException {
  private static final long serialVersionUID = 1L;

  public ObjectNotFoundException(String message, Throwable cause) {
    super(message, cause);
  }
}
