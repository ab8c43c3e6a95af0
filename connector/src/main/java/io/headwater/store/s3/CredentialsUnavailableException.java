package io.headwater.store.s3;

/** The credentials provider had none to give; told apart by class, not by the SDK's wording. */
final class CredentialsUnavailableException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  CredentialsUnavailableException(Throwable cause) {
    super(cause);
  }
}
