package io.headwater.store.swift.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwater.store.GetOptions;
import io.headwater.store.ListOptions;
import io.headwater.store.ObjectBody;
import io.headwater.store.PutOptions;
import io.headwater.store.connection.Secret;
import io.headwater.store.content.Content;
import io.headwater.store.exception.BucketNotFoundException;
import io.headwater.store.exception.ObjectNotFoundException;
import io.headwater.store.exception.StoreAccessException;
import io.headwater.store.exception.StoreException;
import io.headwater.store.exception.StoreUnreachableException;
import io.headwater.store.exception.TransientStoreException;
import io.headwater.store.swift.BlockedContent;
import io.headwater.store.swift.SwiftStore;
import io.headwater.store.swift.auth.TempAuthIdentity;
import io.headwater.testing.NeedsServer;
import io.headwater.testing.TestContainer;
import io.headwater.testing.TestServers;
import io.headwater.testing.TestSwift;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Messages to the user when a store is unusable, on a real server. */
@NeedsServer
final class SwiftErrorsTest {
  private static final TestSwift SWIFT = TestServers.swiftNative();

  private static SwiftStore store(SwiftSettings settings) throws IOException {
    return SwiftStore.open("headwater-missing", settings);
  }

  private static SwiftSettings at(String authUrl) {
    return SwiftSettings.defaults(
        new TempAuthIdentity(URI.create(authUrl), "a:b", Secret.of("secret-key")));
  }

  @Test
  void aContainerThatIsNotThere() throws IOException {
    try (SwiftStore store = store(SWIFT.settings())) {
      assertThatThrownBy(() -> store.list(ListOptions.tree("")))
          .isInstanceOf(BucketNotFoundException.class)
          .hasMessageContaining("LIST swift://headwater-missing: 404")
          .hasMessageContaining("(transaction tx")
          .hasMessageContaining("there is no such container");
      assertThatThrownBy(() -> store.put("a", Content.empty(), PutOptions.OVERWRITE))
          .isInstanceOf(BucketNotFoundException.class);
      assertThatThrownBy(() -> store.deleteAll(List.of("a", "b")))
          .isInstanceOf(BucketNotFoundException.class);
      assertThatThrownBy(() -> store.uploads().create("a", PutOptions.OVERWRITE))
          .isInstanceOf(BucketNotFoundException.class);
      // For a request on an object, Swift does not report whether the object or the container is
      // missing.
      assertThatThrownBy(() -> store.head("a")).isInstanceOf(ObjectNotFoundException.class);
      assertThatThrownBy(() -> store.get("a", GetOptions.WHOLE))
          .isInstanceOf(ObjectNotFoundException.class);
    }
  }

  @Test
  void aKeyThatIsWrong() throws IOException {
    SwiftSettings settings = SwiftSettings.defaults(SWIFT.identity("wrong-key"));
    assertThat(settings.toString()).doesNotContain("wrong-key");
    try (SwiftStore store = store(settings)) {
      for (int i = 0; i < 3; i++) {
        assertThatThrownBy(() -> store.list(ListOptions.tree("")))
            .isInstanceOf(StoreAccessException.class)
            .hasMessageContaining("authentication of " + SWIFT.user() + " at " + SWIFT.authUrl())
            .hasMessageContaining("401: the credentials were refused")
            .hasMessageNotContaining("wrong-key");
      }
    }
  }

  @Test
  void anAddressThatIsNoAuthentication() throws IOException {
    try (SwiftStore store = store(at(SWIFT.authUrl().resolve("/nothing/here").toString()))) {
      assertThatThrownBy(() -> store.head("a")).isInstanceOf(StoreException.class);
    }
  }

  @Test
  void aServerWhereNothingListens() throws IOException {
    int port;
    try (ServerSocket closed = new ServerSocket(0)) {
      port = closed.getLocalPort();
    }
    for (String url : List.of("http://127.0.0.1:" + port, "http://no-such-host.invalid:80")) {
      try (SwiftStore store = store(at(url + "/auth/v1.0"))) {
        assertThatThrownBy(() -> store.head("a"))
            .isInstanceOf(StoreUnreachableException.class)
            .hasMessageContaining("authentication: no response from " + url)
            .hasMessageContaining("is it running, is the URL right?")
            .hasMessageNotContaining("secret-key");
      }
      SwiftSettings elsewhere = SWIFT.settings().withStorageUrl(URI.create(url + "/v1/AUTH_a"));
      try (SwiftStore store = store(elsewhere)) {
        assertThatThrownBy(() -> store.head("a"))
            .isInstanceOf(StoreUnreachableException.class)
            .hasMessageContaining("HEAD swift://headwater-missing/a: no response from " + url);
      }
    }
  }

  @Test
  void aServerThatNeverResponds() throws IOException {
    try (ServerSocket silent = new ServerSocket(0)) {
      URI account = URI.create("http://127.0.0.1:" + silent.getLocalPort() + "/v1/AUTH_a");
      SwiftSettings settings =
          SWIFT
              .settings()
              .withStorageUrl(account)
              .withBounds(1, Duration.ofSeconds(5), Duration.ofMillis(50));
      try (SwiftStore store = store(settings)) {
        assertThatThrownBy(() -> store.head("a"))
            .isExactlyInstanceOf(StoreException.class)
            .hasMessageContaining("HEAD swift://headwater-missing/a: " + account.resolve("/"))
            .hasMessageContaining("did not respond");
      }
    }
  }

  @Test
  void everyConnectionBusy() throws Exception {
    SwiftSettings oneConnection =
        SWIFT.settings().withBounds(1, Duration.ofSeconds(5), Duration.ofMillis(500));
    try (TestContainer container = SWIFT.newContainer();
        SwiftStore store = SwiftStore.open(container.name(), oneConnection)) {
      BlockedContent content = new BlockedContent();
      Thread writer = new Thread(() -> content.putTo(store, "a"));
      writer.start();
      content.awaitRead();
      assertThatThrownBy(() -> store.head("a"))
          .isInstanceOf(StoreUnreachableException.class)
          .hasMessageContaining("stayed busy");
      content.release();
      writer.join();
      assertThat(store.head("a").length()).isEqualTo(1);
    }
  }

  @Test
  void anUnreadBodyReleasesItsConnectionToARequest() throws IOException {
    SwiftSettings oneConnection =
        SWIFT.settings().withBounds(1, Duration.ofSeconds(5), Duration.ofSeconds(60));
    try (TestContainer container = SWIFT.newContainer();
        SwiftStore store = SwiftStore.open(container.name(), oneConnection)) {
      store.put("a", Content.of(new byte[1 << 20]), PutOptions.OVERWRITE);
      try (ObjectBody body = store.get("a", GetOptions.WHOLE)) {
        assertThat(body.stream().read()).isZero();
        assertThat(store.head("a").length()).isEqualTo(1 << 20);
        assertThatThrownBy(() -> body.stream().read())
            .isExactlyInstanceOf(TransientStoreException.class)
            .hasMessageContaining("/a: the connection was released to another request");
      }
    }
  }

  @Test
  void aFileOfAuthoritiesThatIsNone(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("ca.pem"), "no certificate");
    assertThatThrownBy(() -> store(SWIFT.settings().withCaFile(file)))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining(file.toString());
  }

  @Test
  void anInterruptedThread() throws IOException {
    try (SwiftStore store = store(SWIFT.settings())) {
      Thread.currentThread().interrupt();
      try {
        assertThatThrownBy(() -> store.head("a")).isInstanceOf(InterruptedIOException.class);
      } finally {
        assertThat(Thread.interrupted()).isTrue();
      }
    }
  }
}
