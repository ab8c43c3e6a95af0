package io.headwater.store.storlet;

import java.time.Duration;
import java.util.Optional;

/**
 * An error response of the store, independent of the API's format.
 *
 * @param reason from {@code protocol/STORLETS.md}
 * @param message the store's message
 * @param stderr the end of the storlet's log; may be empty
 * @param retryAfter the value of the header Retry-After; may be empty
 */
public record StorletRefusal(String reason, String message, String stderr, String retryAfter) {
  /** Creates the exception. The first argument contains the request and the status. */
  public StorletRefusedException exception(String place, Throwable cause) {
    return new StorletRefusedException(
        place + ": " + reason + ": " + text(message, stderr), reason, wait(retryAfter), cause);
  }

  static String text(String message, String stderr) {
    return stderr.isBlank() ? message : message + "; its log ends with: " + stderr.strip();
  }

  private static Optional<Duration> wait(String seconds) {
    return seconds.matches("\\d{1,9}")
        ? Optional.of(Duration.ofSeconds(Long.parseLong(seconds)))
        : Optional.empty();
  }
}
