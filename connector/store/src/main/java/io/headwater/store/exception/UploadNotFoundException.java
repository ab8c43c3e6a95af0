package io.headwater.store.exception;

/** The multipart upload does not exist: it was never created, or was completed or aborted. */
public class UploadNotFoundException extends StoreException {
  private static final long serialVersionUID = 1L;

  public UploadNotFoundException(String message, Throwable cause) {
    super(message, cause);
  }
}
