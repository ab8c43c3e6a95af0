package io.headwater.store.swift.auth;

import java.io.IOException;
import java.net.URI;
import java.util.Map;
import java.util.Optional;

/** One HTTP request and its whole answer, by connections that no other requests use. */
@FunctionalInterface
public interface Exchange {
  /**
   * Sends a request once.
   *
   * @param body as JSON; empty for none
   * @throws io.headwater.store.TransientStoreException if no answer came
   */
  Reply send(String method, URI url, Map<String, String> headers, Optional<String> body)
      throws IOException;

  /**
   * An answer of any status.
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
