package io.headwater.store;

/** There is no such multipart upload: never begun, completed or aborted. */
public class UploadNotFoundException extends StoreException {
  private static final long serialVersionUID = 1L;

  public UploadNotFoundException(String message, Throwable cause) {
    super(message, cause);
  }
}
