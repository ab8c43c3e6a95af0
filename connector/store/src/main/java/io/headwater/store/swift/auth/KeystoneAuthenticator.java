package io.headwater.store.swift.auth;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.headwater.store.connection.Secret;
import io.headwater.store.exception.StoreException;
import io.headwater.store.swift.auth.Exchange.Reply;
import java.io.IOException;
import java.net.URI;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** {@code POST /v3/auth/tokens} (Identity API v3, "Authentication and token management"). */
public final class KeystoneAuthenticator implements Authenticator {
  /** The assumed life of a token whose times cannot be read: Keystone's default. */
  private static final Duration USUAL_LIFE = Duration.ofHours(1);

  private static final ObjectMapper JSON = new ObjectMapper();

  private final KeystoneIdentity identity;
  private final EndpointChoice choice;
  private final Exchange exchange;
  private final Clock clock;

  public KeystoneAuthenticator(
      KeystoneIdentity identity, EndpointChoice choice, Exchange exchange, Clock clock) {
    this.identity = identity;
    this.choice = choice;
    this.exchange = exchange;
    this.clock = clock;
  }

  @Override
  public Grant authenticate() throws IOException {
    Instant now = clock.instant();
    URI url = tokensUrl();
    String body = KeystoneRequest.of(identity).toString();
    Reply reply =
        exchange.send("POST", url, Map.of("Accept", "application/json"), Optional.of(body));
    if (reply.status() / 100 != 2) {
      throw AuthResponses.refusal(url, KeystoneRequest.who(identity), reply.status());
    }
    Optional<String> token = reply.header("x-subject-token");
    if (token.isEmpty()) {
      throw new StoreException(url + ": the response has no token; is it Keystone v3?", null);
    }
    JsonNode grant = parse(url, reply.body()).path("token");
    return Grant.lasting(Secret.of(token.get()), storageUrl(grant), now, life(grant));
  }

  private URI storageUrl(JsonNode token) throws StoreException {
    return choice.endpoint().isPresent()
        ? Catalogue.withoutSlash(choice.endpoint().get())
        : new Catalogue(token.path("catalog")).storageUrl(choice.region(), choice.kind());
  }

  private URI tokensUrl() {
    String base = Catalogue.withoutSlash(identity.authUrl()).toString();
    return URI.create(base + (base.endsWith("/v3") ? "" : "/v3") + "/auth/tokens");
  }

  private static JsonNode parse(URI url, String body) throws StoreException {
    try {
      return JSON.readTree(body);
    } catch (JsonProcessingException e) {
      // The parser's message would quote the body, so it is omitted.
      throw new StoreException(url + ": the response is not JSON; is it Keystone v3?", null);
    }
  }

  /** By Keystone's clock alone, which need not agree with this machine's. */
  private static Duration life(JsonNode token) {
    try {
      Instant issued = Instant.parse(token.path("issued_at").asText());
      return Duration.between(issued, Instant.parse(token.path("expires_at").asText()));
    } catch (DateTimeException e) {
      return USUAL_LIFE;
    }
  }
}
