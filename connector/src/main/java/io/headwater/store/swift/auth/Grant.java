package io.headwater.store.swift.auth;

import io.headwater.store.Secret;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;

/**
 * What a successful authentication gave.
 *
 * @param token to be sent as X-Auth-Token
 * @param storageUrl the account's address, without a final slash
 * @param renewAt from when on a new token should be fetched, by this machine's clock
 */
public record Grant(Secret token, URI storageUrl, Instant renewAt) {
  private static final int SHARE_LEFT = 10;

  /**
   * A grant that is renewed when a tenth of its life is left: early enough for a request to come
   * through, and a share, since lives differ from a minute to a day. The life is a length, not a
   * date, so that clocks need not agree.
   *
   * @param now when it was asked for
   */
  public static Grant lasting(Secret token, URI storageUrl, Instant now, Duration life) {
    return new Grant(token, storageUrl, now.plus(life.minus(life.dividedBy(SHARE_LEFT))));
  }
}
