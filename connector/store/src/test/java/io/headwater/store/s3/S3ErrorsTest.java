package io.headwater.store.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwater.store.GetOptions;
import io.headwater.store.ListOptions;
import io.headwater.store.PutOptions;
import io.headwater.store.content.Content;
import io.headwater.store.exception.BucketNotFoundException;
import io.headwater.store.exception.ObjectNotFoundException;
import io.headwater.store.exception.StoreAccessException;
import io.headwater.store.exception.StoreException;
import io.headwater.store.exception.StoreUnreachableException;
import io.headwater.store.exception.TransientStoreException;
import io.headwater.testing.NeedsServer;
import io.headwater.testing.TestBucket;
import io.headwater.testing.TestServer;
import io.headwater.testing.TestServers;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProviderChain;
import software.amazon.awssdk.core.exception.SdkClientException;

/** Messages to the user when a store is unusable, on real servers. */
@NeedsServer
final class S3ErrorsTest {
  private static final GetOptions WHOLE = GetOptions.WHOLE;

  static List<TestServer> servers() {
    return List.of(TestServers.swift(), TestServers.versity());
  }

  private static S3Store store(S3Settings settings) throws IOException {
    return S3Store.open("headwater-missing", settings);
  }

  @ParameterizedTest
  @MethodSource("servers")
  void aBucketThatIsNotThere(TestServer server) throws IOException {
    try (S3Store store = store(server.settings())) {
      assertThatThrownBy(() -> store.list(ListOptions.tree("")))
          .isInstanceOf(BucketNotFoundException.class)
          .hasMessageContaining("LIST s3://headwater-missing")
          .hasMessageContaining("there is no bucket headwater-missing at " + server.endpoint());
      assertThatThrownBy(() -> store.get("a", WHOLE)).isInstanceOf(BucketNotFoundException.class);
      assertThatThrownBy(() -> store.put("a", Content.empty(), PutOptions.OVERWRITE))
          .isInstanceOf(BucketNotFoundException.class);
      assertThatThrownBy(() -> store.deleteAll(List.of("a")))
          .isInstanceOf(BucketNotFoundException.class);
      assertThatThrownBy(() -> store.uploads().create("a", PutOptions.OVERWRITE))
          .isInstanceOf(BucketNotFoundException.class);
      assertThatThrownBy(() -> store.head("a")).isInstanceOf(ObjectNotFoundException.class);
    }
  }

  @ParameterizedTest
  @MethodSource("servers")
  void aSecretThatIsWrong(TestServer server) throws IOException {
    String wrong = "wrong-secret";
    S3Settings settings =
        server.settings().withCredentials(TestServer.credentials(server.accessKey(), wrong));
    try (S3Store store = store(settings)) {
      assertThatThrownBy(() -> store.list(ListOptions.tree("")))
          .isInstanceOf(StoreAccessException.class)
          .hasMessageContaining("SignatureDoesNotMatch")
          .hasMessageContaining("the secret key does not belong to this access key")
          .hasMessageNotContaining(wrong)
          .hasMessageNotContaining(server.secretKey());
      assertThatThrownBy(() -> store.head("a")).isInstanceOf(StoreAccessException.class);
    }
  }

  @ParameterizedTest
  @MethodSource("servers")
  void anAccessKeyThatIsUnknown(TestServer server) throws IOException {
    S3Settings settings =
        server
            .settings()
            .withCredentials(TestServer.credentials("headwater:nobody", server.secretKey()));
    try (S3Store store = store(settings)) {
      assertThatThrownBy(() -> store.list(ListOptions.tree("")))
          .isInstanceOf(StoreAccessException.class)
          .hasMessageContaining("access key");
    }
  }

  @Test
  void aUserWhoMayOnlyRead() throws IOException {
    try (TestBucket bucket = TestServers.swift().newBucket();
        S3Store owner = bucket.open();
        S3Store reader = S3Store.open(bucket.name(), TestServers.swiftReadOnly().settings())) {
      owner.put("a", Content.of(new byte[10]), PutOptions.OVERWRITE);
      assertThat(reader.head("a").length()).isEqualTo(10);
      assertThatThrownBy(() -> reader.put("b", Content.empty(), PutOptions.OVERWRITE))
          .isInstanceOf(StoreAccessException.class)
          .hasMessageContaining("AccessDenied")
          .hasMessageContaining("do not allow this");
      assertThatThrownBy(() -> reader.delete("a")).isInstanceOf(StoreAccessException.class);
      assertThat(reader.deleteAll(List.of("a"))).hasSize(1);
      assertThat(owner.head("a").length()).isEqualTo(10);
    }
  }

  @Test
  void anEndpointWhereNothingListens() throws IOException {
    int port;
    try (ServerSocket closed = new ServerSocket(0)) {
      port = closed.getLocalPort();
    }
    assertUnreachable("http://127.0.0.1:" + port);
    assertUnreachable("http://no-such-host.invalid:80");
  }

  private static void assertUnreachable(String endpoint) throws IOException {
    S3Settings settings =
        S3Settings.defaults(TestServer.credentials("a", "b")).withEndpoint(URI.create(endpoint));
    try (S3Store store = store(settings)) {
      assertThatThrownBy(() -> store.head("a"))
          .isInstanceOf(StoreUnreachableException.class)
          .hasMessageContaining("no response from " + endpoint)
          .hasMessageContaining("is it running, is fs.headwater.s3.endpoint right?")
          .hasCauseInstanceOf(SdkClientException.class);
    }
  }

  @Test
  void anEndpointThatNeverResponds() throws IOException {
    try (ServerSocket silent = new ServerSocket(0);
        S3Store store = store(silent(silent, Duration.ofMillis(50), Duration.ZERO));
        S3Store bounded = store(silent(silent, Duration.ofMinutes(1), Duration.ofMillis(50)))) {
      assertThatThrownBy(() -> store.head("a"))
          .isExactlyInstanceOf(StoreException.class)
          .hasMessageContaining("HEAD s3://headwater-missing/a: http://127.0.0.1:")
          .hasMessageContaining("did not respond");
      assertThatThrownBy(() -> store.delete("a"))
          .isExactlyInstanceOf(TransientStoreException.class)
          .hasMessageContaining("DELETE s3://headwater-missing/a: the connection to");
      assertThatThrownBy(() -> bounded.head("a"))
          .isExactlyInstanceOf(TransientStoreException.class)
          .hasMessageContaining("in PT0.05S");
    }
  }

  private static S3Settings silent(ServerSocket server, Duration socket, Duration request) {
    S3Network usual = S3Network.DEFAULT;
    return S3Settings.defaults(TestServer.credentials("a", "b"))
        .withEndpoint(URI.create("http://127.0.0.1:" + server.getLocalPort()))
        .withNetwork(
            new S3Network(
                usual.maxConnections(),
                usual.connectTimeout(),
                socket,
                request,
                usual.proxy(),
                usual.caFile()));
  }

  @Test
  void noCredentials() throws IOException {
    AwsCredentialsProviderChain none =
        AwsCredentialsProviderChain.builder()
            .addCredentialsProvider(
                () -> {
                  throw SdkClientException.create("nothing here");
                })
            .build();
    try (S3Store store = store(TestServers.versity().settings().withCredentials(none))) {
      assertThatThrownBy(() -> store.head("a"))
          .isInstanceOf(StoreAccessException.class)
          .hasMessageContaining("set fs.headwater.s3.access.key");
    }
  }

  @Test
  void anInterruptedThread() throws IOException {
    try (S3Store store = store(TestServers.versity().settings())) {
      Thread.currentThread().interrupt();
      try {
        assertThatThrownBy(() -> store.head("a")).isInstanceOf(InterruptedIOException.class);
      } finally {
        assertThat(Thread.interrupted()).isTrue();
      }
    }
  }
}
