package io.headwater.store.swift.auth;

import java.net.URI;
import java.util.Optional;

/**
 * Which address of the object store to use.
 *
 * @param region in Keystone's catalogue; may be left open where there is only one
 * @param kind in Keystone's catalogue
 * @param endpoint the account's address itself, instead of what the authentication service tells
 */
public record EndpointChoice(
    Optional<String> region, EndpointInterface kind, Optional<URI> endpoint) {
  /** The public endpoint of the only region. */
  public static final EndpointChoice PUBLIC =
      new EndpointChoice(Optional.empty(), EndpointInterface.PUBLIC, Optional.empty());
}
