package io.headwater.store.retry;

import java.time.Duration;

/**
 * Times that apply after a failure that is not repeated at once. {@code docs/reference/settings.md}
 * lists them.
 */
public final class FailureTimes {
  /** A bucket receives no storlet requests, if its refusal because of load names no time. */
  public static final Duration STORLET_LOAD = Duration.ofSeconds(1);

  /** The most of it, whatever the refusal names. */
  public static final Duration STORLET_LOAD_LONGEST = Duration.ofMinutes(1);

  /** A bucket without a storlet is not checked again. The storlet may be deployed later. */
  public static final Duration STORLET_ABSENT = Duration.ofMinutes(10);

  /**
   * Refused keys are not sent again. Services lock out users who try too often, and every thread of
   * every task would.
   */
  public static final Duration KEYS_REFUSED = Duration.ofSeconds(30);

  /** The most that one request for keys waits for a response. Tokens are small. */
  public static final Duration KEYS_SILENCE = Duration.ofSeconds(30);

  /** The check for TLS at a port waits for a connection, and then for a response. */
  public static final Duration SERVER_CHECK = Duration.ofSeconds(5);

  private FailureTimes() {}
}
