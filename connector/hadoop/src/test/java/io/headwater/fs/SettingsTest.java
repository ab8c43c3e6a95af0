package io.headwater.fs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwater.fs.config.BucketName;
import io.headwater.fs.config.Settings;
import io.headwater.fs.connection.S3Connection;
import io.headwater.store.s3.S3Settings;
import java.io.IOException;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.auth.credentials.AwsCredentials;

/** Settings that are refused before any request, and the messages to the user. */
class SettingsTest {
  /** With Hadoop's defaults, including some of S3A. */
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
  void reportsAWrongValueWithItsNameAndItsRange(String name, String value, String range) {
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

  private static Settings settings(String root, Configuration configuration) {
    return new Settings(configuration, BucketName.parse(URI.create(root)));
  }

  private static HeadwaterFileSystem open(String path, Configuration settings) throws IOException {
    HeadwaterFileSystem fileSystem = new HeadwaterFileSystem();
    fileSystem.initialize(URI.create(path), settings);
    return fileSystem;
  }

  /** Hadoop's core-default.xml sets S3A to put the bucket into the host name. */
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
