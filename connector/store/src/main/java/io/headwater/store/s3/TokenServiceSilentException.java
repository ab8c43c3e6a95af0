package io.headwater.store.s3;

import software.amazon.awssdk.core.exception.SdkClientException;

/**
 * A token service did not respond. The message names the service and the settings that limit the
 * wait.
 */
public final class TokenServiceSilentException extends SdkClientException {
  private static final long serialVersionUID = 1L;

  TokenServiceSilentException(String message, Throwable cause) {
    super(builder().message(message).cause(cause));
  }
}
