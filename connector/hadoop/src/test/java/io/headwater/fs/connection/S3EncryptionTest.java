package io.headwater.fs.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwater.fs.OverWire;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.alias.CredentialProvider;
import org.apache.hadoop.security.alias.CredentialProviderFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Encryption with an S3A user's settings. */
final class S3EncryptionTest {
  private static final String SSE = "x-amz-server-side-encryption";
  private static final String KEY =
      Base64.getEncoder().encodeToString("0123456789abcdef0123456789ABCDEF".getBytes());

  private final OverWire wire;

  S3EncryptionTest() throws IOException {
    wire = new OverWire();
  }

  @AfterEach
  void close() {
    wire.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "fs.headwater.s3.encryption.algorithm",
        "fs.s3a.encryption.algorithm",
        "fs.s3a.server-side-encryption-algorithm",
        "fs.s3a.bucket.bucket.encryption.algorithm",
        "fs.headwater.bucket.bucket.s3.encryption.algorithm"
      })
  void sseS3(String name) throws IOException {
    wire.with(name, "AES256").use();
    assertThat(wire.first("PutObject", SSE)).isEqualTo("AES256");
    assertThat(wire.header("GetObject", SSE)).containsOnly("");
  }

  @ParameterizedTest
  @ValueSource(strings = {"fs.headwater.s3.encryption.key", "fs.s3a.encryption.key"})
  void sseKms(String name) throws IOException {
    wire.with("fs.s3a.encryption.algorithm", "SSE-KMS").with(name, "arn:aws:kms:key").use();
    assertThat(wire.first("PutObject", SSE)).isEqualTo("aws:kms");
    assertThat(wire.first("PutObject", SSE + "-aws-kms-key-id")).isEqualTo("arn:aws:kms:key");
  }

  @Test
  void sseKmsWithTheAccountsKey() throws IOException {
    wire.with("fs.s3a.encryption.algorithm", "SSE-KMS").use();
    assertThat(wire.first("PutObject", SSE + "-aws-kms-key-id")).isEmpty();
  }

  @Test
  void dsseKmsAndAContext() throws IOException {
    wire.with("fs.s3a.encryption.algorithm", "DSSE-KMS")
        .with("fs.s3a.encryption.context", "project=hydro, team=data")
        .use();
    assertThat(wire.first("PutObject", SSE)).isEqualTo("aws:kms:dsse");
    byte[] context = Base64.getDecoder().decode(wire.first("PutObject", SSE + "-context"));
    assertThat(new String(context, StandardCharsets.UTF_8))
        .isEqualTo("{\"project\":\"hydro\",\"team\":\"data\"}");
  }

  @Test
  void sseC() throws IOException {
    wire.with("fs.s3a.encryption.algorithm", "SSE-C").with("fs.s3a.encryption.key", KEY).use();
    assertThat(wire.first("PutObject", SSE + "-customer-key")).isEqualTo(KEY);
    assertThat(wire.header("GetObject", SSE + "-customer-key")).containsOnly(KEY);
  }

  @Test
  void sseCByACredentialFile(@TempDir Path folder) throws IOException {
    String file = "localjceks://file" + folder.resolve("keys.jceks");
    Configuration writing = new Configuration();
    writing.set(CredentialProviderFactory.CREDENTIAL_PROVIDER_PATH, file);
    CredentialProvider provider = CredentialProviderFactory.getProviders(writing).get(0);
    provider.createCredentialEntry("fs.s3a.encryption.key", KEY.toCharArray());
    provider.flush();
    wire.with("fs.s3a.encryption.algorithm", "SSE-C")
        .with(CredentialProviderFactory.CREDENTIAL_PROVIDER_PATH, file)
        .use();
    assertThat(wire.first("PutObject", SSE + "-customer-key")).isEqualTo(KEY);
  }

  @Test
  void sseCWithoutAKey() {
    wire.with("fs.s3a.encryption.algorithm", "SSE-C");
    assertThatThrownBy(wire::open)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("fs.s3a.encryption.algorithm is SSE-C, which needs the key");
  }

  @Test
  void doesNotPrintAWrongKey() {
    wire.with("fs.s3a.encryption.algorithm", "SSE-C").with("fs.s3a.encryption.key", "hush");
    assertThatThrownBy(wire::open)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("fs.headwater.s3.encryption.key (or S3A's) is wrong")
        .hasStackTraceContaining("256 bits")
        .message()
        .doesNotContain("hush");
  }

  @ParameterizedTest
  @ValueSource(strings = {"CSE-KMS", "CSE-CUSTOM", "ROT13"})
  void whatHeadwaterDoesNotDoIsRefused(String algorithm) {
    wire.with("fs.s3a.encryption.algorithm", algorithm);
    assertThatThrownBy(wire::open)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("fs.s3a.encryption.algorithm is '" + algorithm + "'")
        .hasMessageContaining("SSE-S3, SSE-KMS, DSSE-KMS or SSE-C");
  }

  @Test
  void aContextOfAnotherForm() {
    wire.with("fs.s3a.encryption.algorithm", "SSE-KMS").with("fs.s3a.encryption.context", "x");
    assertThatThrownBy(wire::open)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(
            "fs.s3a.encryption.context is 'x', which is not a list of name=value");
  }
}
