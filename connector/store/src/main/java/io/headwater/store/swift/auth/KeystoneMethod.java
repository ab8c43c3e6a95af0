package io.headwater.store.swift.auth;

import io.headwater.store.connection.Secret;
import java.util.Optional;

/** How a user authenticates to Keystone (Identity API v3, "Authentication methods"). */
public sealed interface KeystoneMethod {
  /**
   * A user, a domain or a project, by id or by name. A name is unique within a domain only.
   *
   * @param domain of the name, or empty with an id, or if the name needs none
   */
  record Named(Optional<String> id, Optional<String> name, Optional<Named> domain) {
    public Named {
      if (id.isEmpty() && name.isEmpty()) {
        throw new IllegalArgumentException("an id or a name is needed");
      }
    }

    /** By id. */
    public static Named byId(String id) {
      return new Named(Optional.of(id), Optional.empty(), Optional.empty());
    }

    /** By a name that needs no domain. */
    public static Named byName(String name) {
      return new Named(Optional.empty(), Optional.of(name), Optional.empty());
    }

    /** By a name within a domain. */
    public static Named byName(String name, Named domain) {
      return new Named(Optional.empty(), Optional.of(name), Optional.of(domain));
    }
  }

  /** User and password. */
  record Password(Named user, Secret password) implements KeystoneMethod {}

  /**
   * An application credential, which is bound to one project.
   *
   * @param credential by id or by name
   * @param user its owner; needed with a name only
   */
  record ApplicationCredential(Named credential, Optional<Named> user, Secret secret)
      implements KeystoneMethod {}

  /** A token from elsewhere. The new token expires no later than it. */
  record Token(Secret token) implements KeystoneMethod {}
}
