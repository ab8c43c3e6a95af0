package io.headwater.store.swift.auth;

import io.headwater.store.connection.Secret;
import io.headwater.store.exception.StoreException;
import io.headwater.store.swift.auth.Exchange.Reply;
import java.io.IOException;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** Version 1 of Swift's authentication (Swift API reference, "Authentication"). */
public final class TempAuthenticator implements Authenticator {
  /** The assumed life of a token if the service does not report it: TempAuth's default. */
  private static final Duration USUAL_LIFE = Duration.ofDays(1);

  private final TempAuthIdentity identity;
  private final Optional<URI> endpoint;
  private final Exchange exchange;
  private final Clock clock;

  /**
   * @param endpoint the account's address, if it replaces the service's
   */
  public TempAuthenticator(
      TempAuthIdentity identity, Optional<URI> endpoint, Exchange exchange, Clock clock) {
    this.identity = identity;
    this.endpoint = endpoint;
    this.exchange = exchange;
    this.clock = clock;
  }

  @Override
  public Grant authenticate() throws IOException {
    Instant now = clock.instant();
    Map<String, String> headers =
        Map.of("X-Auth-User", identity.user(), "X-Auth-Key", identity.key().reveal());
    Reply reply = exchange.send("GET", identity.authUrl(), headers, Optional.empty());
    if (reply.status() / 100 != 2) {
      throw AuthResponses.refusal(identity.authUrl(), identity.user(), reply.status());
    }
    Secret token = Secret.of(required(reply, "x-auth-token"));
    URI storage =
        endpoint.isPresent() ? endpoint.get() : URI.create(required(reply, "x-storage-url"));
    return Grant.lasting(token, Catalogue.withoutSlash(storage), now, life(reply));
  }

  private String required(Reply reply, String header) throws StoreException {
    return reply
        .header(header)
        .orElseThrow(
            () ->
                new StoreException(
                    "authentication at "
                        + identity.authUrl()
                        + ": the response has no "
                        + header
                        + "; is it a Swift v1 service?",
                    null));
  }

  private static Duration life(Reply reply) {
    return reply
        .header("x-auth-token-expires")
        .filter(seconds -> seconds.matches("\\d{1,9}"))
        .map(seconds -> Duration.ofSeconds(Long.parseLong(seconds)))
        .orElse(USUAL_LIFE);
  }
}
