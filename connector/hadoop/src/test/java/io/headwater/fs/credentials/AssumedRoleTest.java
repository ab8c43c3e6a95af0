package io.headwater.fs.credentials;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.headwater.fs.OverWire;
import io.headwater.store.exception.StoreAccessException;
import io.headwater.testing.FakeAws;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An assumed role with an S3A user's settings. */
final class AssumedRoleTest {
  private static final String PROVIDER =
      "org.apache.hadoop.fs.s3a.auth.AssumedRoleCredentialProvider";
  private static final String ARN = "arn:aws:iam::1:role/writer";

  private final FakeAws aws;
  private final OverWire wire;

  AssumedRoleTest() throws IOException {
    aws = new FakeAws();
    wire = new OverWire().with("fs.s3a.aws.credentials.provider", PROVIDER);
  }

  @AfterEach
  void close() {
    wire.close();
    aws.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"fs.headwater.s3.", "fs.s3a.", "fs.s3a.bucket.bucket."})
  void assumedRole(String prefix) throws IOException {
    String role = prefix + "assumed.role.";
    wire.with(role + "arn", ARN)
        .with(role + "session.name", "nightly")
        .with(role + "session.duration", "1h")
        .with(role + "external.id", "partner")
        .with(role + "policy", "{}")
        .with(role + "sts.endpoint", aws.endpoint().toString())
        .with(role + "sts.endpoint.region", "eu-north-1")
        .use();
    assertThat(S3CredentialsTest.signerOf(wire.first("List", "authorization")))
        .isEqualTo("AssumeRole");
    assertThat(wire.first("List", "x-amz-security-token")).isEqualTo("token");
    assertThat(aws.requests()).hasSize(1);
    assertThat(aws.requests().get(0))
        .containsAllEntriesOf(
            Map.of(
                "RoleArn", ARN,
                "RoleSessionName", "nightly",
                "DurationSeconds", "3600",
                "ExternalId", "partner",
                "Policy", "{}"));
    // S3A's keys sign the request, unless another provider is configured.
    assertThat(aws.requests().get(0).get("Authorization"))
        .contains("Credential=key/", "eu-north-1");
  }

  @Test
  void ofAnotherProvidersKeys() throws IOException {
    wire.with("fs.s3a.assumed.role.arn", ARN)
        .with("fs.s3a.assumed.role.sts.endpoint", aws.endpoint().toString())
        .with("fs.s3a.assumed.role.credentials.provider", S3CredentialsTest.Plain.class.getName())
        .use();
    assertThat(aws.requests().get(0).get("Authorization")).contains("Credential=custom/");
    assertThat(aws.requests().get(0).get("DurationSeconds")).isEqualTo("1800");
  }

  @Test
  void aTokenServiceThatNeverResponds() throws IOException {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      String address = "http://127.0.0.1:" + silent.getLocalPort();
      wire.with("fs.s3a.assumed.role.arn", ARN)
          .with("fs.s3a.assumed.role.sts.endpoint", address)
          .with("fs.s3a.connection.timeout", "1s")
          .with("fs.headwater.retry.attempts", "2");
      assertThatThrownBy(wire::use)
          .isInstanceOf(StoreAccessException.class)
          .hasMessageContaining("no credentials: the token service " + address)
          .hasMessageContaining("Read timed out")
          .hasMessageContaining("up to 2 times")
          .hasMessageContaining("waits for a response for PT1S")
          .hasMessageContaining("fs.headwater.s3.connection.timeout");
    }
  }

  @Test
  void reportsTheInterruptionOfATokenRequest() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      wire.with("fs.s3a.assumed.role.arn", ARN)
          .with("fs.s3a.assumed.role.sts.endpoint", "http://127.0.0.1:" + silent.getLocalPort())
          .with("fs.s3a.connection.timeout", "1s");
      AtomicReference<Throwable> failure = new AtomicReference<>();
      Thread task = new Thread(() -> failure.set(catchThrowable(wire::use)));
      task.start();
      silent.accept();
      task.interrupt();
      task.join();
      assertThat(failure.get()).isInstanceOf(InterruptedIOException.class);
    }
  }

  @Test
  void withoutARole() {
    assertThatThrownBy(wire::open)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("fs.headwater.s3.assumed.role.arn (or S3A's) is not set");
  }

  @ParameterizedTest
  @CsvSource({
    "session.duration, 5m, 900s to 43200s",
    "credentials.provider, " + PROVIDER + ", without AssumedRoleCredentialProvider itself"
  })
  void whatCannotBe(String name, String value, String message) {
    wire.with("fs.s3a.assumed.role.arn", ARN).with("fs.s3a.assumed.role." + name, value);
    assertThatThrownBy(wire::open)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("fs.s3a.assumed.role." + name)
        .hasMessageContaining(message);
  }
}
