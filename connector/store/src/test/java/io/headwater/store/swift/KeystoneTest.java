package io.headwater.store.swift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.headwater.store.ListOptions;
import io.headwater.store.PutOptions;
import io.headwater.store.connection.Secret;
import io.headwater.store.content.Content;
import io.headwater.store.exception.StoreAccessException;
import io.headwater.store.exception.StoreUnreachableException;
import io.headwater.store.swift.auth.EndpointChoice;
import io.headwater.store.swift.auth.EndpointInterface;
import io.headwater.store.swift.auth.KeystoneIdentity;
import io.headwater.store.swift.auth.KeystoneMethod;
import io.headwater.store.swift.auth.KeystoneMethod.ApplicationCredential;
import io.headwater.store.swift.auth.KeystoneMethod.Named;
import io.headwater.store.swift.auth.KeystoneMethod.Password;
import io.headwater.store.swift.auth.KeystoneMethod.Token;
import io.headwater.store.swift.auth.KeystoneScope;
import io.headwater.store.swift.client.SwiftSettings;
import io.headwater.testing.NeedsServer;
import io.headwater.testing.TestKeystone;
import java.io.IOException;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A real Keystone, with a Swift that validates every token there. */
@NeedsServer
final class KeystoneTest {
  private static final String SECRET = "an-application-credential";

  private final TestKeystone keystone = TestKeystone.running();
  private final String container = "headwater-" + UUID.randomUUID();
  private SwiftAccount owner;

  @BeforeEach
  void makeContainer() throws IOException {
    owner = SwiftAccount.open(settings(password(), project()));
    raw("PUT", keystone.storageUrl() + "/" + container, "");
  }

  @AfterEach
  void close() throws IOException {
    owner.close();
  }

  private String token() throws IOException {
    return owner.client().grant().token().reveal();
  }

  private String raw(String method, String url, String body) throws IOException {
    return keystone.send(method, URI.create(url), token(), Map.of(), body).body();
  }

  private KeystoneMethod password() {
    Named user = Named.byName(keystone.demo("user"), Named.byName("Default"));
    return new Password(user, Secret.of(keystone.demo("password")));
  }

  private KeystoneScope project() {
    return new KeystoneScope.Project(Named.byName(keystone.demo("project"), Named.byId("default")));
  }

  private SwiftSettings settings(KeystoneMethod method, KeystoneScope scope) {
    return settings(method, scope, keystone.region());
  }

  private SwiftSettings settings(KeystoneMethod method, KeystoneScope scope, String region) {
    return SwiftSettings.defaults(new KeystoneIdentity(keystone.authUrl(), method, scope))
        .withEndpoint(
            new EndpointChoice(Optional.of(region), EndpointInterface.INTERNAL, Optional.empty()));
  }

  private void worksWith(SwiftSettings settings) throws IOException {
    try (SwiftStore store = SwiftStore.open(container, settings)) {
      store.put("a", Content.of("hello".getBytes()), PutOptions.OVERWRITE);
      assertThat(store.head("a").length()).isEqualTo(5);
      assertThat(store.list(ListOptions.tree("")).objects()).hasSize(1);
    }
  }

  @Test
  void passwordsByNameAndById() throws IOException {
    worksWith(settings(password(), project()));
    Password byId =
        new Password(Named.byId(keystone.demo("user_id")), Secret.of(keystone.demo("password")));
    worksWith(settings(byId, new KeystoneScope.Project(Named.byId(keystone.demo("project_id")))));
  }

  @Test
  void applicationCredentialsByIdAndByName() throws IOException {
    String name = "of " + container;
    String body =
        "{\"application_credential\":{\"name\":\"%s\",\"secret\":\"%s\"}}".formatted(name, SECRET);
    String credentials =
        keystone.authUrl() + "/users/" + keystone.demo("user_id") + "/application_credentials";
    String made = raw("POST", credentials, body);
    String id =
        new ObjectMapper().readTree(made).path("application_credential").path("id").asText();
    worksWith(
        settings(
            new ApplicationCredential(Named.byId(id), Optional.empty(), Secret.of(SECRET)),
            KeystoneScope.DEFAULT));
    Named user = Named.byName(keystone.demo("user"), Named.byId("default"));
    worksWith(
        settings(
            new ApplicationCredential(Named.byName(name), Optional.of(user), Secret.of(SECRET)),
            KeystoneScope.DEFAULT));
  }

  @Test
  void aTokenOfTheUsers() throws IOException {
    worksWith(settings(new Token(Secret.of(token())), project()));
  }

  @Test
  void aPasswordThatIsWrong() throws IOException {
    Named user = Named.byName(keystone.demo("user"), Named.byId("default"));
    Password wrong = new Password(user, Secret.of("wrong-password"));
    try (SwiftStore store = SwiftStore.open(container, settings(wrong, project()))) {
      for (int i = 0; i < 3; i++) {
        assertThatThrownBy(() -> store.head("a"))
            .isInstanceOf(StoreAccessException.class)
            .hasMessageContaining("authentication of user demo at " + keystone.authUrl())
            .hasMessageContaining("the credentials were refused")
            .hasMessageNotContaining("wrong-password");
      }
    }
  }

  @Test
  void aRegionWhereNothingIs() throws IOException {
    SwiftSettings elsewhere = settings(password(), project(), keystone.emptyRegion());
    try (SwiftStore store = SwiftStore.open(container, elsewhere)) {
      assertThatThrownBy(() -> store.head("a"))
          .isInstanceOf(StoreUnreachableException.class)
          .hasMessageContaining("no response from http://127.0.0.1:1/v1/AUTH_");
    }
    try (SwiftStore store =
        SwiftStore.open(container, elsewhere.withEndpoint(EndpointChoice.PUBLIC))) {
      assertThatThrownBy(() -> store.head("a"))
          .hasMessageContaining("in the regions RegionOne, RegionTwo; choose one");
    }
  }

  @Test
  void aTokenWithoutAProject() throws IOException {
    try (SwiftStore store =
        SwiftStore.open(container, settings(password(), KeystoneScope.DEFAULT))) {
      assertThatThrownBy(() -> store.head("a"))
          .hasMessageContaining("and none at all; is the token scoped to a project?");
    }
  }

  @Test
  void anAccountOfAnotherProject() throws IOException {
    SwiftSettings other =
        settings(password(), project())
            .withStorageUrl(URI.create(keystone.storageUrl() + "0123456789"));
    try (SwiftStore store = SwiftStore.open(container, other)) {
      assertThatThrownBy(() -> store.list(ListOptions.tree("")))
          .isInstanceOf(StoreAccessException.class)
          .hasMessageContaining("403")
          .hasMessageContaining("the user is not authorized to do this");
    }
  }

  @Test
  void revokedTokensAreRenewedByOneThreadForAll() throws Exception {
    SwiftAccount account = SwiftAccount.open(settings(password(), project()));
    AtomicInteger revoked = new AtomicInteger();
    Runnable revoke =
        () -> {
          try {
            keystone.revoke(account.client().grant().token().reveal());
            revoked.incrementAndGet();
          } catch (IOException e) {
            throw new IllegalStateException(e);
          }
        };
    try (SwiftStore store = new SwiftStore(container, account, true, account, 1 << 30)) {
      new ExpiringTokens(store, revoke).run();
    }
    assertThat(revoked).hasValue(ExpiringTokens.TIMES);
  }
}
