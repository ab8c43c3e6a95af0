package io.headwater.store.swift.auth;

import java.net.URI;

/** A user's identity and where to authenticate it. */
public sealed interface Identity permits TempAuthIdentity, KeystoneIdentity {
  /** The address of the authentication service. */
  URI authUrl();
}
