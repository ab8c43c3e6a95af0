package io.headwater.store.swift.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwater.store.connection.Secret;
import io.headwater.store.exception.StoreAccessException;
import io.headwater.store.exception.TransientStoreException;
import io.headwater.store.swift.auth.Exchange.Reply;
import io.headwater.store.swift.auth.KeystoneMethod.Named;
import io.headwater.store.swift.auth.KeystoneMethod.Password;
import java.io.IOException;
import java.net.URI;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * How Keystone's responses are interpreted. {@code KeystoneTest} checks the requests against a real
 * server.
 */
final class KeystoneAuthenticatorTest {
  private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");
  private static final String SECRET = "only-keystone-may-know";

  private static final String CATALOGUE =
      """
      [{"type": "identity", "endpoints": [
         {"interface": "public", "region_id": "A", "url": "http://no"}]},
       {"type": "object-store", "endpoints": [
         {"interface": "public", "region_id": "A", "url": "http://a/v1/AUTH_p/"},
         {"interface": "internal", "region_id": "A", "url": "http://a.internal/v1/AUTH_p"},
         {"interface": "public", "region": "B", "url": "http://b/v1/AUTH_p"}]}]""";

  private static Grant grant(EndpointChoice choice, int status, String catalogue)
      throws IOException {
    String body =
        """
        {"token": {"issued_at": "2020-01-01T00:00:00.000000Z",
          "expires_at": "2020-01-01T01:00:00.000000Z", "catalog": %s}}"""
            .formatted(catalogue);
    Reply reply = new Reply(status, Map.of("x-subject-token", "t"), body);
    KeystoneIdentity identity =
        new KeystoneIdentity(
            URI.create("http://k:5000"),
            new Password(Named.byId("u"), Secret.of(SECRET)),
            KeystoneScope.DEFAULT);
    Exchange exchange =
        (method, url, headers, sent) -> {
          assertThat(url).isEqualTo(URI.create("http://k:5000/v3/auth/tokens"));
          return reply;
        };
    Clock clock = Clock.fixed(NOW, ZoneOffset.UTC);
    return new KeystoneAuthenticator(identity, choice, exchange, clock).authenticate();
  }

  private static EndpointChoice in(String region, EndpointInterface kind) {
    return new EndpointChoice(Optional.of(region), kind, Optional.empty());
  }

  @Test
  void theAddressOfTheChosenRegionAndInterface() throws IOException {
    assertThat(grant(in("A", EndpointInterface.PUBLIC), 201, CATALOGUE).storageUrl())
        .isEqualTo(URI.create("http://a/v1/AUTH_p"));
    assertThat(grant(in("A", EndpointInterface.INTERNAL), 201, CATALOGUE).storageUrl())
        .isEqualTo(URI.create("http://a.internal/v1/AUTH_p"));
    assertThat(grant(in("B", EndpointInterface.PUBLIC), 201, CATALOGUE).storageUrl())
        .isEqualTo(URI.create("http://b/v1/AUTH_p"));
    EndpointChoice own =
        new EndpointChoice(
            Optional.empty(), EndpointInterface.PUBLIC, Optional.of(URI.create("http://own/v1/x")));
    assertThat(grant(own, 201, "[]").storageUrl()).isEqualTo(URI.create("http://own/v1/x"));
  }

  @Test
  void aTokenLivesByKeystonesClock() throws IOException {
    assertThat(grant(in("A", EndpointInterface.PUBLIC), 201, CATALOGUE).renewAt())
        .isEqualTo(NOW.plusSeconds(54 * 60));
  }

  @Test
  void whatTheCatalogueDoesNotHave() {
    assertThatThrownBy(() -> grant(EndpointChoice.PUBLIC, 201, CATALOGUE))
        .hasMessageContaining("in the regions A, B")
        .hasMessageContaining("OS_REGION_NAME");
    assertThatThrownBy(() -> grant(in("C", EndpointInterface.PUBLIC), 201, CATALOGUE))
        .hasMessageContaining("no public object-store endpoint in region C")
        .hasMessageContaining("it has public in A, internal in A, public in B");
    assertThatThrownBy(() -> grant(EndpointChoice.PUBLIC, 201, "[]"))
        .hasMessageContaining("is the token scoped to a project?");
  }

  @Test
  void refusals() {
    assertThatThrownBy(() -> grant(EndpointChoice.PUBLIC, 401, "[]"))
        .isInstanceOf(StoreAccessException.class)
        .hasMessageContaining("authentication of user u at http://k:5000/v3/auth/tokens: 401")
        .hasMessageNotContaining(SECRET);
    assertThatThrownBy(() -> grant(EndpointChoice.PUBLIC, 404, "[]"))
        .isInstanceOf(StoreAccessException.class)
        .hasMessageContaining("check the auth_url");
    assertThatThrownBy(() -> grant(EndpointChoice.PUBLIC, 503, "[]"))
        .isInstanceOf(TransientStoreException.class);
  }
}
