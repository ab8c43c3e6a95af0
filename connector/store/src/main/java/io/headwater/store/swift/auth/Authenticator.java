package io.headwater.store.swift.auth;

import io.headwater.store.exception.StoreAccessException;
import java.io.IOException;

/** Requests one token, by one request. */
@FunctionalInterface
public interface Authenticator {
  /**
   * Sends the request to the authentication service.
   *
   * @throws StoreAccessException if the service refuses the credentials
   */
  Grant authenticate() throws IOException;
}
