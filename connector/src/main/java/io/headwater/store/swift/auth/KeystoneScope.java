package io.headwater.store.swift.auth;

import io.headwater.store.swift.auth.KeystoneMethod.Named;

/** What a Keystone token is to be good for (Identity API v3, "Authorization scopes"). */
public sealed interface KeystoneScope {
  /** What Keystone chooses: the user's default project, or the application credential's. */
  KeystoneScope DEFAULT = new Unstated();

  /** One project, whose account Swift opens. */
  record Project(Named project) implements KeystoneScope {}

  /** One domain. */
  record Domain(Named domain) implements KeystoneScope {}

  /** See {@link #DEFAULT}. */
  record Unstated() implements KeystoneScope {}
}
