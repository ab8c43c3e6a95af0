package io.headwater.store.exception;

/** The bucket or container does not exist. */
public class BucketNotFoundException extends StoreException {
  private static final long serialVersionUID = 1L;

  public BucketNotFoundException(String message, Throwable cause) {
    super(message, cause);
  }
}
