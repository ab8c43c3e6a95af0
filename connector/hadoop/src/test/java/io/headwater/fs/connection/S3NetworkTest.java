package io.headwater.fs.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwater.fs.OverWire;
import io.headwater.fs.config.BucketName;
import io.headwater.fs.config.Settings;
import io.headwater.store.s3.S3Network;
import io.headwater.testing.RecordedS3;
import io.headwater.testing.TestCertificate;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Network settings of an S3 service with an S3A user's settings. */
final class S3NetworkTest {
  private final OverWire wire;

  S3NetworkTest() throws IOException {
    wire = new OverWire();
  }

  @AfterEach
  void close() {
    wire.close();
  }

  private S3Network network() throws IOException {
    BucketName bucket = BucketName.parse(URI.create("s3://bucket"));
    return S3Connection.settings(new Settings(wire.configuration(), bucket)).network();
  }

  @ParameterizedTest
  @ValueSource(strings = {"fs.headwater.s3.proxy.", "fs.s3a.proxy."})
  void proxy(String prefix) throws IOException {
    // This name does not resolve, so a response shows that the proxy was used.
    wire.with("fs.headwater.s3.endpoint", "http://store.invalid")
        .with(prefix + "host", "127.0.0.1")
        .with(prefix + "port", String.valueOf(wire.server().endpoint().getPort()))
        .use();
    assertThat(wire.header("GetObject", "host")).containsOnly("store.invalid");
  }

  @ParameterizedTest
  @ValueSource(strings = {"fs.headwater.s3.proxy.", "fs.s3a.proxy."})
  void proxyThatKnowsItsUsers(String prefix) throws IOException {
    wire.server().requireProxyUser();
    wire.with("fs.headwater.s3.endpoint", "http://store.invalid")
        .with(prefix + "host", "127.0.0.1")
        .with(prefix + "port", String.valueOf(wire.server().endpoint().getPort()))
        .with(prefix + "username", "me")
        .with(prefix + "password", "hush")
        .use();
    assertThat(wire.header("PutObject", "proxy-authorization")).contains("Basic bWU6aHVzaA==");
    assertThat(network().proxy().orElseThrow().toString()).contains("me").doesNotContain("hush");
  }

  @ParameterizedTest
  @CsvSource({"false, http://proxy:80", "true, https://proxy:443"})
  void proxysSchemeAndPort(boolean tls, URI address) throws IOException {
    wire.with("fs.s3a.proxy.host", "proxy").with("fs.s3a.proxy.ssl.enabled", "" + tls);
    assertThat(network().proxy().orElseThrow().address()).isEqualTo(address);
  }

  @ParameterizedTest
  @CsvSource({
    "port, 80, no host",
    "host, http://proxy, not a host's name",
    "host, a b, not a host's name"
  })
  void aProxyThatIsNone(String name, String value, String message) {
    wire.with("fs.s3a.proxy." + name, value);
    assertThatThrownBy(wire::open)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("fs.s3a.proxy." + name)
        .hasMessageContaining(message);
  }

  @Test
  void aProxysUserWithoutAPassword() {
    wire.with("fs.s3a.proxy.host", "proxy").with("fs.s3a.proxy.username", "me");
    assertThatThrownBy(wire::open)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("fs.headwater.s3.proxy.password")
        .hasMessageContaining("only one is set");
  }

  @Test
  void customCertificateAuthority(@TempDir Path folder) throws IOException {
    TestCertificate certificate = new TestCertificate(folder);
    try (OverWire tls = new OverWire(RecordedS3.withTls(certificate))) {
      assertThatThrownBy(tls::use)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("TLS with https://127.0.0.1")
          .hasMessageContaining("fs.headwater.s3.ca.file");
      tls.with("fs.headwater.s3.ca.file", certificate.authority().toString()).use();
      assertThat(tls.header("GetObject", "host")).isNotEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "fs.headwater.s3.connection.establish.timeout, 7s, 7000",
    "fs.s3a.connection.establish.timeout, 7000, 7000",
    "fs.headwater.s3.connection.timeout, 2m, 120000",
    "fs.s3a.connection.timeout, 200s, 200000",
    "fs.headwater.s3.connection.request.timeout, 90s, 90000",
    "fs.s3a.connection.request.timeout, 0, 0"
  })
  void timeouts(String name, String value, long millis) throws IOException {
    wire.with(name, value);
    Duration found =
        name.contains("establish")
            ? network().connectTimeout()
            : name.contains("request") ? network().requestTimeout() : network().socketTimeout();
    assertThat(found).isEqualTo(Duration.ofMillis(millis));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0s", "2h", "soon"})
  void aTimeoutOutOfBounds(String value) {
    wire.with("fs.s3a.connection.timeout", value);
    assertThatThrownBy(wire::open)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("fs.s3a.connection.timeout is '" + value + "'")
        .hasMessageContaining("1s to 3600s");
  }

  @ParameterizedTest
  @ValueSource(strings = {"fs.headwater.connections.max", "fs.s3a.connection.maximum"})
  void connections(String name) throws IOException {
    wire.with(name, "7");
    assertThat(network().maxConnections()).isEqualTo(7);
  }
}
