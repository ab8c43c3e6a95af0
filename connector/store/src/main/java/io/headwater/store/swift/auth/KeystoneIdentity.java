package io.headwater.store.swift.auth;

import java.net.URI;
import java.util.Objects;

/**
 * A user of Keystone's Identity API v3. Source: Identity API v3, "Authentication and token
 * management".
 *
 * @param authUrl with or without the final {@code /v3}
 * @param method how the user authenticates
 * @param scope the scope of the token
 */
public record KeystoneIdentity(URI authUrl, KeystoneMethod method, KeystoneScope scope)
    implements Identity {
  public KeystoneIdentity {
    Objects.requireNonNull(authUrl);
    Objects.requireNonNull(method);
    Objects.requireNonNull(scope);
  }
}
