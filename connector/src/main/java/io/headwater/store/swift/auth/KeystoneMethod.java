package io.headwater.store.swift.auth;

import io.headwater.store.Secret;
import java.util.Optional;

/** How a user proves to Keystone to be one (Identity API v3, "Authentication methods"). */
public sealed interface KeystoneMethod {
  /**
   * A user or a domain or a project, by id or by name; a name counts within a domain.
   *
   * @param domain of the name; empty where an id is given, or where names need none
   */
  record Named(Optional<String> id, Optional<String> name, Optional<Named> domain) {
    public Named {
      if (id.isEmpty() && name.isEmpty()) {
        throw new IllegalArgumentException("an id or a name is needed");
      }
    }

    /** By its id. */
    public static Named byId(String id) {
      return new Named(Optional.of(id), Optional.empty(), Optional.empty());
    }

    /** By its name, which needs no domain. */
    public static Named byName(String name) {
      return new Named(Optional.empty(), Optional.of(name), Optional.empty());
    }

    /** By its name within a domain. */
    public static Named byName(String name, Named domain) {
      return new Named(Optional.empty(), Optional.of(name), Optional.of(domain));
    }
  }

  /** Name and password. */
  record Password(Named user, Secret password) implements KeystoneMethod {}

  /**
   * An application credential, which is bound to one project.
   *
   * @param credential by id, or by name
   * @param user whose it is; needed with a name only
   */
  record ApplicationCredential(Named credential, Optional<Named> user, Secret secret)
      implements KeystoneMethod {}

  /** A token that was got elsewhere; the new one lives no longer than it. */
  record Token(Secret token) implements KeystoneMethod {}
}
