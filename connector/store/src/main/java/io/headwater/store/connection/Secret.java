package io.headwater.store.connection;

import java.util.Objects;

/** A password, key or token. Its text form never contains the value. */
public final class Secret {
  private final String value;

  private Secret(String value) {
    this.value = Objects.requireNonNull(value, "a secret needs a value");
  }

  /** Wraps a value. */
  public static Secret of(String value) {
    return new Secret(value);
  }

  /** The value, to be sent and never logged. */
  public String reveal() {
    return value;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Secret secret && value.equals(secret.value);
  }

  @Override
  public int hashCode() {
    return value.hashCode();
  }

  @Override
  public String toString() {
    return "***";
  }
}
