package io.headwater.store.storlet;

import io.headwater.store.StoreException;
import java.time.Duration;
import java.util.Optional;

/**
 * The store did not run what was asked for, and said so before the answer's first byte. Sending the
 * call again is its caller's decision: he may do the work himself.
 */
public final class StorletRefusedException extends StoreException {
  private static final long serialVersionUID = 1L;

  private final String reason;
  private final Duration retryAfter;

  /**
   * @param reason as {@code protocol/STORLETS.md} names it
   * @param retryAfter when the store may be asked again, if it told
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

  /** When the store may be asked again, if it told. */
  public Optional<Duration> retryAfter() {
    return Optional.ofNullable(retryAfter);
  }
}
