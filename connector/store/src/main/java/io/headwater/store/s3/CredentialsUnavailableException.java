package io.headwater.store.s3;

/**
 * The credentials provider has no credentials. A separate class, so that callers need not match the
 * SDK's message.
 */
final class CredentialsUnavailableException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  CredentialsUnavailableException(Throwable cause) {
    super(cause);
  }
}
