package io.headwater.store;

/** No connection to the store came about: the request was not sent, and so surely not applied. */
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
