package io.headwater.store.swift.auth;

import java.net.URI;
import java.util.Optional;

/**
 * Which address of the object store to use.
 *
 * @param region in Keystone's catalogue; may be empty if there is only one
 * @param kind in Keystone's catalogue
 * @param endpoint the account's address, which replaces the authentication service's
 */
public record EndpointChoice(
    Optional<String> region, EndpointInterface kind, Optional<URI> endpoint) {
  /** The public endpoint of the only region. */
  public static final EndpointChoice PUBLIC =
      new EndpointChoice(Optional.empty(), EndpointInterface.PUBLIC, Optional.empty());
}
