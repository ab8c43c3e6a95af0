package io.headwater.store;

/** There is no object by that key. */
public class ObjectNotFoundException extends StoreException {
  private static final long serialVersionUID = 1L;

  public ObjectNotFoundException(String message, Throwable cause) {
    super(message, cause);
  }
}
