package io.headwater.store.swift;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.headwater.store.connection.Secret;
import io.headwater.store.exception.ObjectNotFoundException;
import io.headwater.store.exception.StoreException;
import io.headwater.store.exception.TransientStoreException;
import io.headwater.store.swift.auth.TempAuthIdentity;
import io.headwater.store.swift.client.SwiftSettings;
import io.headwater.testing.TestCertificate;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which certificates are trusted. */
final class SwiftTlsTest {
  @TempDir private Path folder;
  private TestCertificate certificate;
  private HttpsServer server;

  @BeforeEach
  void serve() throws Exception {
    certificate = new TestCertificate(folder);
    server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
    server.setHttpsConfigurator(new HttpsConfigurator(certificate.context()));
    server.createContext("/", this::respond);
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private String address(String path) {
    return "https://127.0.0.1:" + server.getAddress().getPort() + path;
  }

  private void respond(HttpExchange exchange) throws IOException {
    try (exchange) {
      boolean authentication = exchange.getRequestURI().getPath().startsWith("/auth");
      exchange.getResponseHeaders().set("X-Auth-Token", "token");
      exchange.getResponseHeaders().set("X-Storage-Url", address("/v1/AUTH_a"));
      exchange.sendResponseHeaders(authentication ? 200 : 404, -1);
    }
  }

  private SwiftSettings settings() {
    URI url = URI.create(address("/auth/v1.0"));
    return SwiftSettings.defaults(new TempAuthIdentity(url, "a:b", Secret.of("key")));
  }

  @Test
  void theAuthoritiesOfTheFile() throws IOException {
    try (SwiftStore store = SwiftStore.open("c", settings().withCaFile(certificate.authority()))) {
      assertThatThrownBy(() -> store.head("a"))
          .isInstanceOf(ObjectNotFoundException.class)
          .hasMessageContaining("HEAD swift://c/a: 404");
    }
  }

  @Test
  void nobodyElse() throws IOException {
    try (SwiftStore store = SwiftStore.open("c", settings())) {
      assertThatThrownBy(() -> store.head("a"))
          .isInstanceOf(StoreException.class)
          .isNotInstanceOf(TransientStoreException.class)
          .hasMessageContaining("TLS with " + address("/auth/v1.0") + " failed")
          .hasMessageContaining("is its authority trusted?");
    }
  }
}
