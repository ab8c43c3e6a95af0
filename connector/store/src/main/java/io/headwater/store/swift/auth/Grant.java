package io.headwater.store.swift.auth;

import io.headwater.store.connection.Secret;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;

/**
 * The result of a successful authentication.
 *
 * @param token to be sent as X-Auth-Token
 * @param storageUrl the account's address, without a final slash
 * @param renewAt when to start fetching a new token, by this machine's clock
 */
public record Grant(Secret token, URI storageUrl, Instant renewAt) {
  private static final int SHARE_LEFT = 10;

  /**
   * A grant that is renewed when a tenth of its life remains. That is early enough for a request to
   * finish. It is a share because lives range from a minute to a day. The life is a duration, not a
   * date, so that clocks need not agree.
   *
   * @param now when it was requested
   */
  public static Grant lasting(Secret token, URI storageUrl, Instant now, Duration life) {
    return new Grant(token, storageUrl, now.plus(life.minus(life.dividedBy(SHARE_LEFT))));
  }
}
