package io.headwater.store.swift.auth;

import io.headwater.store.exception.StoreAccessException;
import io.headwater.store.exception.StoreException;
import io.headwater.store.exception.ThrottledException;
import io.headwater.store.exception.TransientStoreException;
import java.net.URI;

/** Maps an authentication service's refusal to an exception. */
final class AuthResponses {
  private AuthResponses() {}

  /**
   * @param who the user's name for messages, without secrets
   */
  static StoreException refusal(URI url, String who, int status) {
    String description = "authentication of " + who + " at " + url + ": " + status;
    return switch (status) {
      case 401, 403 ->
          new StoreAccessException(
              description
                  + ": the credentials were refused; check the user, the secret and the project",
              null);
      case 404 ->
          new StoreAccessException(
              description + ": there is no authentication service; check the auth_url", null);
      case 429, 498 -> new ThrottledException(description + ": too many requests", null);
      default ->
          status >= 500
              ? new TransientStoreException(description, null)
              : new StoreException(description, null);
    };
  }
}
