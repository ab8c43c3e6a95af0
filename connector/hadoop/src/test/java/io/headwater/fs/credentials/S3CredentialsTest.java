package io.headwater.fs.credentials;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwater.fs.OverWire;
import io.headwater.fs.config.BucketName;
import io.headwater.fs.config.Settings;
import io.headwater.fs.connection.S3Connection;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.alias.CredentialProvider;
import org.apache.hadoop.security.alias.CredentialProviderFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;

/** Whose keys sign requests, by S3A's names of providers. */
final class S3CredentialsTest {
  private static final String PROVIDER = "fs.s3a.aws.credentials.provider";
  private static final String S3A = "org.apache.hadoop.fs.s3a.";
  private static final String SDK = "software.amazon.awssdk.auth.credentials.";

  private final OverWire wire;

  S3CredentialsTest() throws IOException {
    wire = new OverWire();
  }

  @AfterEach
  void close() {
    wire.close();
  }

  private AwsCredentialsProvider provider() throws IOException {
    BucketName bucket = BucketName.parse(URI.create("s3://bucket"));
    return S3Connection.settings(new Settings(wire.configuration(), bucket)).credentials();
  }

  private String signer() throws IOException {
    return signerOf(wire.use().first("List", "authorization"));
  }

  /** The access key in an Authorization header. */
  static String signerOf(String authorization) {
    return authorization.replaceAll(".*Credential=([^/]*)/.*", "$1");
  }

  private void withoutKeys() {
    wire.configuration().unset("fs.s3a.access.key");
    wire.configuration().unset("fs.s3a.secret.key");
  }

  @ParameterizedTest
  @ValueSource(strings = {"fs.headwater.", "fs.headwater.bucket.bucket."})
  void keys(String prefix) throws IOException {
    wire.with(prefix + "s3.access.key", "ours").with(prefix + "s3.secret.key", "hush");
    assertThat(signer()).isEqualTo("ours");
  }

  @Test
  void s3asKeysWithASessionToken() throws IOException {
    wire.with(PROVIDER, S3A + "TemporaryAWSCredentialsProvider")
        .with("fs.s3a.session.token", "token");
    assertThat(signer()).isEqualTo("key");
    assertThat(wire.first("GetObject", "x-amz-security-token")).isEqualTo("token");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "hadoop.security.credential.provider.path",
        "fs.s3a.security.credential.provider.path",
        "fs.s3a.bucket.bucket.security.credential.provider.path",
        "fs.headwater.s3.security.credential.provider.path"
      })
  void credentialFile(String name, @TempDir Path folder) throws IOException {
    withoutKeys();
    String file = "localjceks://file" + folder.resolve("keys.jceks");
    Configuration writing = new Configuration();
    writing.set(CredentialProviderFactory.CREDENTIAL_PROVIDER_PATH, file);
    CredentialProvider provider = CredentialProviderFactory.getProviders(writing).get(0);
    provider.createCredentialEntry("fs.s3a.access.key", "filed".toCharArray());
    provider.createCredentialEntry("fs.s3a.secret.key", "hush".toCharArray());
    provider.flush();
    wire.with(name, file);
    assertThat(signer()).isEqualTo("filed");
  }

  @ParameterizedTest
  @ValueSource(strings = {"SimpleAWSCredentialsProvider", "TemporaryAWSCredentialsProvider"})
  void providersOfKeysWantKeys(String name) throws IOException {
    wire.with(PROVIDER, S3A + name);
    assertThat(provider()).isInstanceOf(FixedKeys.class);
    withoutKeys();
    assertThatThrownBy(this::provider)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("s3.access.key")
        .hasMessageContaining(PROVIDER);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {S3A + "AnonymousAWSCredentialsProvider", SDK + "AnonymousCredentialsProvider"})
  void anonymous(String name) throws IOException {
    wire.with(PROVIDER, name).use();
    assertThat(wire.header("List", "authorization")).containsOnly("");
    assertThat(wire.header("PutObject", "authorization")).containsOnly("");
  }

  @Test
  void anonymousBesideOthers() {
    wire.with(
        PROVIDER, S3A + "AnonymousAWSCredentialsProvider," + SDK + "ProfileCredentialsProvider");
    assertThatThrownBy(wire::open)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(PROVIDER)
        .hasMessageContaining("together with others");
  }

  @Test
  void ourKeysTakePrecedenceOverS3asKeys() throws IOException {
    wire.with(PROVIDER, S3A + "AnonymousAWSCredentialsProvider")
        .with("fs.headwater.s3.access.key", "ours")
        .with("fs.headwater.s3.secret.key", "hush");
    assertThat(signer()).isEqualTo("ours");
  }

  @Test
  void ourListComesBeforeS3as() throws IOException {
    wire.with(PROVIDER, S3A + "AnonymousAWSCredentialsProvider")
        .with("fs.headwater.s3.aws.credentials.provider", S3A + "SimpleAWSCredentialsProvider");
    assertThat(signer()).isEqualTo("key");
  }

  @Test
  void queriesTheProvidersInOrder() throws IOException {
    wire.with(PROVIDER, Failing.class.getName() + "," + S3A + "SimpleAWSCredentialsProvider");
    assertThat(signer()).isEqualTo("key");
  }

  @Test
  void theSameListIsTheSameProvider() throws IOException {
    wire.with(
        PROVIDER,
        SDK + "EnvironmentVariableCredentialsProvider," + S3A + "SimpleAWSCredentialsProvider");
    assertThat(provider()).isSameAs(provider());
  }

  @ParameterizedTest
  @ValueSource(
      classes = {Plain.class, Created.class, Configured.class, Rooted.class, Foreign.class})
  void customClass(Class<?> type) throws IOException {
    wire.with(PROVIDER, type.getName()).with("test.key", "custom");
    assertThat(signer()).isEqualTo("custom");
  }

  @ParameterizedTest
  @ValueSource(strings = {"org.example.VaultCredentialsProvider", "java.lang.String"})
  void aClassThatIsNoProvider(String name) {
    wire.with("fs.s3a.bucket.bucket.aws.credentials.provider", name);
    assertThatThrownBy(wire::open)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("fs.s3a.bucket.bucket.aws.credentials.provider")
        .hasMessageContaining(name);
  }

  /** A common form: a constructor without parameters. */
  public static final class Plain implements AwsCredentialsProvider {
    @Override
    public AwsCredentials resolveCredentials() {
      return AwsBasicCredentials.create("custom", "hush");
    }
  }

  /** The form of the SDK's providers. */
  public static final class Created implements AwsCredentialsProvider {
    private Created() {}

    /** Creates one. */
    public static Created create() {
      return new Created();
    }

    @Override
    public AwsCredentials resolveCredentials() {
      return AwsBasicCredentials.create("custom", "hush");
    }
  }

  /** With Hadoop's settings. */
  public static final class Configured implements AwsCredentialsProvider {
    private final String key;

    /** Created by Hadoop. */
    public Configured(Configuration configuration) {
      key = configuration.get("test.key");
    }

    @Override
    public AwsCredentials resolveCredentials() {
      return AwsBasicCredentials.create(key, "hush");
    }
  }

  /** With the bucket as well. */
  public static final class Rooted implements AwsCredentialsProvider {
    private final String key;

    /** Created by Hadoop. */
    public Rooted(URI root, Configuration configuration) {
      assertThat(root).isEqualTo(URI.create("s3a://bucket"));
      key = configuration.get("test.key");
    }

    @Override
    public AwsCredentials resolveCredentials() {
      return AwsBasicCredentials.create(key, "hush");
    }
  }

  /**
   * A class of another copy of the SDK, as with the bundle. It implements no interface known here.
   */
  public static final class Foreign {
    private record Keys(String accessKeyId, String secretAccessKey, String sessionToken) {}

    /** Called by the SDK. */
    public Object resolveCredentials() {
      return new Keys("custom", "hush", "token");
    }
  }

  /** In a list, the next provider is tried after this one. */
  public static final class Failing implements AwsCredentialsProvider {
    @Override
    public AwsCredentials resolveCredentials() {
      throw new IllegalStateException("the vault is sealed");
    }
  }
}
