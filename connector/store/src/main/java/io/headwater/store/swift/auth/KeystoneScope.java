package io.headwater.store.swift.auth;

import io.headwater.store.swift.auth.KeystoneMethod.Named;

/** The scope of a Keystone token (Identity API v3, "Authorization scopes"). */
public sealed interface KeystoneScope {
  /** Keystone's choice: the user's default project, or the application credential's. */
  KeystoneScope DEFAULT = new Unstated();

  /** One project, whose account the token opens in Swift. */
  record Project(Named project) implements KeystoneScope {}

  /** One domain. */
  record Domain(Named domain) implements KeystoneScope {}

  /** See {@link #DEFAULT}. */
  record Unstated() implements KeystoneScope {}
}
