package io.headwater.store.swift.auth;

import java.io.IOException;
import java.net.URI;
import java.util.Map;
import java.util.Optional;

/** Sends one HTTP request and reads its response in full, over dedicated connections. */
@FunctionalInterface
public interface Exchange {
  /**
   * Sends a request once.
   *
   * @param body as JSON, or empty for none
   * @throws io.headwater.store.exception.TransientStoreException if no response arrived
   */
  Reply send(String method, URI url, Map<String, String> headers, Optional<String> body)
      throws IOException;

  /**
   * A response of any status.
   *
   * @param headers names in lower case
   */
  record Reply(int status, Map<String, String> headers, String body) {
    /** A header's value. */
    public Optional<String> header(String name) {
      return Optional.ofNullable(headers.get(name));
    }
  }
}
