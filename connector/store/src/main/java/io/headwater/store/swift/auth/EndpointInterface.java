package io.headwater.store.swift.auth;

import java.util.Locale;

/** Which of a service's addresses in Keystone's catalogue to use. */
public enum EndpointInterface {
  PUBLIC,
  INTERNAL,
  ADMIN;

  /** Parses {@code public}, {@code publicURL} and the like. Both forms are in use. */
  public static EndpointInterface parse(String text) {
    String bare = text.toUpperCase(Locale.ROOT);
    if (bare.endsWith("URL")) {
      bare = bare.substring(0, bare.length() - "URL".length());
    }
    for (EndpointInterface known : values()) {
      if (known.name().equals(bare)) {
        return known;
      }
    }
    throw new IllegalArgumentException(
        "interface must be public, internal or admin, not '" + text + "'");
  }

  /** The catalogue's notation. */
  String inCatalogue() {
    return name().toLowerCase(Locale.ROOT);
  }
}
