package io.headwater.fs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.headwater.store.s3.S3Settings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;

/** What is refused before any request, and what a user is told then. */
class SettingsTest {
  private static final String PROVIDER = "fs.s3a.aws.credentials.provider";
  private static final String S3A_PROVIDERS = "org.apache.hadoop.fs.s3a.";
  private static final String SDK_PROVIDERS = "software.amazon.awssdk.auth.credentials.";

  /** With Hadoop's own defaults, some of which are S3A's. */
  private final Configuration configuration = new Configuration();

  SettingsTest() {
    configuration.set("fs.headwater.s3.endpoint", "http://127.0.0.1:1");
  }

  @ParameterizedTest
  @CsvSource({
    "workers, 0, 1 to 2147483647",
    "requests.max, many, 1 to 2147483647",
    "connections.max, -1, 1 to 2147483647",
    "upload.threads, 0, 1 to 2147483647",
    "upload.threads, 2147483648, 1 to 2147483647",
    "retry.attempts, 0, 1 to 2147483647",
    "retry.attempts, 99999999999999999999, 1 to 2147483647",
    "upload.memory, plenty, 0 to 137438953408k",
    "upload.memory, 137438953409k, 0 to 137438953408k",
    "upload.memory, 9999999999g, 0 to 137438953408k",
    "upload.part.size, 5242879, 5m to 5g",
    "upload.part.size, 6g, 5m to 5g",
    "upload.part.size, 9223372036854775807e, 5m to 5g",
    "upload.whole.size, -1k, 0 to 5g",
    "upload.whole.size, 5368709121, 0 to 5g",
    "block.size, 0, 1 to 9223372036854775807",
    "block.size, 99999999999999999999, 1 to 9223372036854775807",
    "s3.path.style.access, perhaps, true or false",
    "list.consistent, mostly, true or false",
    "storlets, sometimes, true or false"
  })
  void aWrongValueIsToldWithItsNameAndItsRange(String name, String value, String range) {
    for (String prefix : new String[] {"fs.headwater.", "fs.headwater.bucket.bucket."}) {
      Configuration wrong = new Configuration(configuration);
      wrong.set(prefix + name, value);
      assertThatThrownBy(() -> open("s3://bucket", wrong))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(prefix + name + " is '" + value + "'")
          .hasMessageContaining(range);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "workers, 1",
    "requests.max, 1",
    "connections.max, 1",
    "upload.threads, 1",
    "retry.attempts, 1",
    "upload.memory, 0",
    "upload.memory, 137438953408k",
    "upload.part.size, 5m",
    "upload.part.size, 5g",
    "upload.whole.size, 0",
    "upload.whole.size, 5g",
    "block.size, 1"
  })
  void theBoundsThemselvesAreTaken(String name, String value) {
    configuration.set("fs.headwater." + name, value);
    accepts();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http//x",
        "https//x:443",
        "http:/x",
        "x/path",
        "http://",
        "ftp://x",
        "https://http//x",
        "a b"
      })
  void anEndpointThatIsNoUrl(String endpoint) {
    configuration.set("fs.headwater.s3.endpoint", endpoint);
    refuses("s3://bucket").hasMessageContaining("fs.headwater.s3.endpoint is '" + endpoint + "'");
    configuration.unset("fs.headwater.s3.endpoint");
    configuration.set("fs.s3a.endpoint", endpoint);
    refuses("s3://bucket").hasMessageContaining("fs.s3a.endpoint is '" + endpoint + "'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "x:443", "x/", "HTTP://x", "https://x:443/", "https://x/storage/v1"})
  void anEndpointThatIsOne(String endpoint) {
    configuration.set("fs.headwater.s3.endpoint", endpoint);
    accepts();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "fs.s3a.encryption.algorithm",
        "fs.s3a.server-side-encryption-algorithm",
        "fs.s3a.bucket.bucket.encryption.algorithm",
        "fs.s3a.bucket.bucket.server-side-encryption-algorithm"
      })
  void encryptionThatWouldNotBeDone(String name) {
    configuration.set(name, "CSE-KMS");
    refuses("s3://bucket").hasMessageContaining(name).hasMessageContaining("without it");
    configuration.set(name, " ");
    configuration.set("fs.s3a.bucket.other.encryption.algorithm", "CSE-KMS");
    accepts();
  }

  @ParameterizedTest
  @ValueSource(strings = {PROVIDER, "fs.s3a.bucket.bucket.aws.credentials.provider"})
  void aCredentialsProviderThatIsNotKnown(String name) {
    String wrong = "org.example.VaultCredentialsProvider";
    configuration.set(name, S3A_PROVIDERS + "SimpleAWSCredentialsProvider, " + wrong);
    refuses("s3://bucket")
        .hasMessageContaining(name)
        .hasMessageContaining(wrong)
        .hasMessageContaining("ProfileCredentialsProvider")
        .hasMessageContaining("AnonymousAWSCredentialsProvider alone");
  }

  @Test
  void anonymousBesideOthers() {
    String anonymous = S3A_PROVIDERS + "AnonymousAWSCredentialsProvider";
    configuration.set(PROVIDER, anonymous + "," + SDK_PROVIDERS + "ProfileCredentialsProvider");
    refuses("s3://bucket").hasMessageContaining(PROVIDER).hasMessageContaining("beside others");
  }

  @ParameterizedTest
  @ValueSource(strings = {"SimpleAWSCredentialsProvider", "TemporaryAWSCredentialsProvider"})
  void providersOfKeysWantKeys(String provider) throws IOException {
    configuration.set(PROVIDER, S3A_PROVIDERS + provider);
    refuses("s3://bucket").hasMessageContaining("s3.access.key").hasMessageContaining(PROVIDER);
    configuration.set("fs.s3a.access.key", "key");
    configuration.set("fs.s3a.secret.key", "secret");
    assertThat(credentials()).isInstanceOf(FixedKeys.class);
  }

  @Test
  void providersOfTheChainDoWithoutKeys() throws IOException {
    assertThat(credentials()).isInstanceOf(DefaultCredentialsProvider.class);
    configuration.set(PROVIDER, SDK_PROVIDERS + "ProfileCredentialsProvider");
    assertThat(credentials()).isInstanceOf(DefaultCredentialsProvider.class);
    configuration.set("fs.s3a.access.key", "key");
    configuration.set("fs.s3a.secret.key", "secret");
    assertThat(credentials()).isInstanceOf(FixedKeys.class);
  }

  @Test
  void anonymousRequestsBearNoSignature() throws IOException {
    Queue<String> authorizations = new ConcurrentLinkedQueue<>();
    HttpServer server = emptyBucket(authorizations);
    try {
      configuration.set(
          "fs.headwater.s3.endpoint", "http://127.0.0.1:" + server.getAddress().getPort());
      configuration.set(PROVIDER, S3A_PROVIDERS + "AnonymousAWSCredentialsProvider");
      configuration.set("fs.s3a.access.key", "key");
      configuration.set("fs.s3a.secret.key", "secret");
      try (HeadwaterFileSystem fileSystem = open("s3://bucket", configuration)) {
        assertThat(fileSystem.listStatus(new Path("s3://bucket/"))).isEmpty();
      }
      assertThat(authorizations).isNotEmpty().containsOnly("");
    } finally {
      server.stop(0);
    }
  }

  @Test
  void ourKeysComeBeforeWhatS3aIsTold() throws IOException {
    configuration.set(PROVIDER, S3A_PROVIDERS + "AnonymousAWSCredentialsProvider");
    configuration.set("fs.headwater.s3.access.key", "key");
    configuration.set("fs.headwater.s3.secret.key", "secret");
    assertThat(credentials()).isInstanceOf(FixedKeys.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"s3://AKIAKEY:hush@bucket/", "s3a://AKIAKEY:hu%40sh@bucket", "s3://hush@b"})
  void keysInThePathAreNotRepeated(String path) {
    refuses(path)
        .hasMessageContaining("fs.headwater.s3.access.key")
        .message()
        .doesNotContain("AKIAKEY", "hush", "hu%40sh", "hu@sh");
  }

  @Test
  void aServiceOfStocatorsHasItsOwnStoreAndKeys() throws IOException {
    configuration.set("fs.headwater.s3.access.key", "ours");
    configuration.set("fs.headwater.s3.secret.key", "ours");
    configuration.set("fs.s3a.endpoint", "https://s3a.example.org");
    assertThat(cosEndpoint()).isEqualTo("http://127.0.0.1:1");
    configuration.set("fs.cos.store.endpoint", "cos.example.org");
    configuration.set("fs.cos.store.access.key", "stocator");
    configuration.set("fs.cos.store.secret.key", "hush");
    assertThat(cosEndpoint()).isEqualTo("https://cos.example.org");
    AwsCredentials keys = cos().credentials().resolveCredentials();
    assertThat(keys.accessKeyId()).isEqualTo("stocator");
    assertThat(keys.secretAccessKey()).isEqualTo("hush");
    assertThat(cos().pathStyle()).isTrue();
    configuration.set("fs.headwater.bucket.bucket.s3.endpoint", "https://bucket.example.org");
    assertThat(cosEndpoint()).isEqualTo("https://bucket.example.org");
  }

  private S3Settings cos() throws IOException {
    return S3Connection.settings(settings("cos://bucket.store", configuration));
  }

  private String cosEndpoint() throws IOException {
    return cos().endpoint().orElseThrow().toString();
  }

  @Test
  void aServiceOfStocatorsThatLacksSomething() {
    refuses("cos://bucket").hasMessageContaining("cos://BUCKET.SERVICE/path");
    configuration.set("fs.cos.store.access.key", "key");
    refuses("cos://bucket.store")
        .hasMessageContaining("fs.cos.store.access.key and fs.cos.store.secret.key");
    configuration.set("fs.cos.store.secret.key", "secret");
    configuration.unset("fs.headwater.s3.endpoint");
    refuses("cos://bucket.store").hasMessageContaining("fs.cos.store.endpoint is not set");
  }

  private AbstractThrowableAssert<?, ?> refuses(String path) {
    return assertThatThrownBy(() -> open(path, configuration))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private void accepts() {
    assertThatCode(() -> open("s3://bucket", configuration).close()).doesNotThrowAnyException();
  }

  private AwsCredentialsProvider credentials() throws IOException {
    return S3Connection.settings(settings("s3://bucket", configuration)).credentials();
  }

  private static Settings settings(String root, Configuration configuration) {
    return new Settings(configuration, BucketName.parse(URI.create(root)));
  }

  private static HeadwaterFileSystem open(String path, Configuration settings) throws IOException {
    HeadwaterFileSystem fileSystem = new HeadwaterFileSystem();
    fileSystem.initialize(URI.create(path), settings);
    return fileSystem;
  }

  /** A server that lists nothing, whoever asks, and notes how it was asked. */
  private static HttpServer emptyBucket(Queue<String> authorizations) throws IOException {
    var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    HttpServer server = HttpServer.create(address, 0);
    byte[] body =
        "<ListBucketResult><KeyCount>0</KeyCount><IsTruncated>false</IsTruncated></ListBucketResult>"
            .getBytes(StandardCharsets.UTF_8);
    server.createContext(
        "/",
        exchange -> {
          String header = exchange.getRequestHeaders().getFirst("Authorization");
          authorizations.add(header == null ? "" : header);
          exchange.getResponseHeaders().set("Content-Type", "application/xml");
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    return server;
  }

  /** Hadoop's core-default.xml tells S3A to put the bucket into the host's name. */
  @Test
  void whatHadoopSetsForS3aByDefaultIsNotTheUsersChoice() throws IOException {
    Configuration plain = new Configuration();
    plain.set("fs.headwater.s3.access.key", "key");
    plain.set("fs.headwater.s3.secret.key", "secret");
    plain.set("fs.headwater.s3.endpoint", "https://s3.example.org");
    assertThat(S3Connection.settings(settings("s3://bucket", plain)).pathStyle()).isTrue();
    plain.set("fs.s3a.path.style.access", "false");
    assertThat(S3Connection.settings(settings("s3://bucket", plain)).pathStyle()).isFalse();
  }
}
