package io.headwater.store.storlet;

import io.headwater.store.exception.StoreException;
import java.time.Duration;
import java.util.Optional;

/**
 * The store did not run the storlets and reported so before the response's first byte. The caller
 * decides whether to repeat the call or to do the work itself.
 */
public final class StorletRefusedException extends StoreException {
  private static final long serialVersionUID = 1L;

  private final String reason;
  private final Duration retryAfter;

  /**
   * @param reason from {@code protocol/STORLETS.md}
   * @param retryAfter when to retry, if the store specified it
   */
  public StorletRefusedException(
      String message, String reason, Optional<Duration> retryAfter, Throwable cause) {
    super(message, cause);
    this.reason = reason;
    this.retryAfter = retryAfter.orElse(null);
  }

  /** {@code busy}, {@code engine}, {@code policy}, {@code storlet}, {@code parameters}, ... */
  public String reason() {
    return reason;
  }

  /** When to retry, if the store specified it. */
  public Optional<Duration> retryAfter() {
    return Optional.ofNullable(retryAfter);
  }
}
