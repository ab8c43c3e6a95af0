package io.headwater.store.swift.auth;

import io.headwater.store.StoreAccessException;
import io.headwater.store.StoreException;
import io.headwater.store.ThrottledException;
import io.headwater.store.TransientStoreException;
import java.net.URI;

/** What it means that an authentication service did not answer with a token. */
final class AuthAnswers {
  private AuthAnswers() {}

  /**
   * @param who the user as messages may name it, without secrets
   */
  static StoreException refusal(URI url, String who, int status) {
    String told = "authentication of " + who + " at " + url + ": " + status;
    return switch (status) {
      case 401, 403 ->
          new StoreAccessException(
              told + ": the credentials were refused; check the user, the secret and the project",
              null);
      case 404 ->
          new StoreAccessException(
              told + ": there is no authentication service; check the auth_url", null);
      case 429, 498 -> new ThrottledException(told + ": too many requests", null);
      default ->
          status >= 500 ? new TransientStoreException(told, null) : new StoreException(told, null);
    };
  }
}
