package io.headwater.store.swift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.headwater.store.ObjectNotFoundException;
import io.headwater.store.Secret;
import io.headwater.store.StoreException;
import io.headwater.store.TransientStoreException;
import io.headwater.store.swift.auth.TempAuthIdentity;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whose certificates are trusted. */
final class SwiftTlsTest {
  private static final String PASSWORD = "changeit";

  @TempDir private Path folder;
  private HttpsServer server;

  @BeforeEach
  void serve() throws Exception {
    Path keys = folder.resolve("keys.p12");
    keytool("-genkeypair", "-keyalg", "EC", "-dname", "CN=test", "-ext", "san=ip:127.0.0.1", keys);
    keytool("-exportcert", "-rfc", "-file", authority().toString(), keys);
    server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
    server.setHttpsConfigurator(new HttpsConfigurator(context(keys)));
    server.createContext("/", this::answer);
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private Path authority() {
    return folder.resolve("authority.pem");
  }

  private static void keytool(Object... arguments) throws Exception {
    List<String> command =
        new java.util.ArrayList<>(List.of(System.getProperty("java.home") + "/bin/keytool"));
    for (int i = 0; i < arguments.length - 1; i++) {
      command.add(arguments[i].toString());
    }
    command.addAll(List.of("-alias", "test", "-storepass", PASSWORD, "-keystore"));
    command.add(arguments[arguments.length - 1].toString());
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes());
    assertThat(process.waitFor()).as(said).isZero();
  }

  private static SSLContext context(Path keys) throws Exception {
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream file = Files.newInputStream(keys)) {
      store.load(file, PASSWORD.toCharArray());
    }
    KeyManagerFactory managers =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    managers.init(store, PASSWORD.toCharArray());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(managers.getKeyManagers(), null, null);
    return context;
  }

  private String address(String path) {
    return "https://127.0.0.1:" + server.getAddress().getPort() + path;
  }

  private void answer(HttpExchange exchange) throws IOException {
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
    try (SwiftStore store = SwiftStore.open("c", settings().withCaFile(authority()))) {
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
