package io.headwater.store.swift.auth;

import java.net.URI;

/** Who asks, and where that is proved. */
public sealed interface Identity permits TempAuthIdentity, KeystoneIdentity {
  /** The address of the authentication service. */
  URI authUrl();
}
