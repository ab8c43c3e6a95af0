package io.headwater.store.swift.auth;

import io.headwater.store.StoreAccessException;
import java.io.IOException;

/** Gets one token, by one request. */
@FunctionalInterface
public interface Authenticator {
  /**
   * Asks the authentication service.
   *
   * @throws StoreAccessException if it refuses the credentials
   */
  Grant authenticate() throws IOException;
}
