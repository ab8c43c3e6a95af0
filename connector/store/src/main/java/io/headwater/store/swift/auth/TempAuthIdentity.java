package io.headwater.store.swift.auth;

import io.headwater.store.connection.Secret;
import java.net.URI;
import java.util.Objects;

/**
 * A user of Swift's own v1 authentication (TempAuth, SwAuth, Ceph's RADOS Gateway): X-Auth-User and
 * X-Auth-Key. Source: Swift API reference, "Authentication".
 *
 * @param authUrl the complete URL, for example {@code http://host:8080/auth/v1.0}
 * @param user usually {@code account:user}
 */
public record TempAuthIdentity(URI authUrl, String user, Secret key) implements Identity {
  public TempAuthIdentity {
    Objects.requireNonNull(authUrl);
    Objects.requireNonNull(user);
    Objects.requireNonNull(key);
  }
}
