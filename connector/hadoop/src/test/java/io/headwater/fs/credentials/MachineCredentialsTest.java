package io.headwater.fs.credentials;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwater.fs.HeadwaterFileSystem;
import io.headwater.testing.FakeAws;
import io.headwater.testing.RecordedS3;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Keys of a machine, a process or a user. Each test runs a separate process with its environment
 * variables.
 */
@Tag("server")
@Tag("long")
final class MachineCredentialsTest {
  private static final String SDK = "software.amazon.awssdk.auth.credentials.";
  private static final String S3A = "org.apache.hadoop.fs.s3a.auth.";

  @TempDir private Path folder;
  private final Map<String, String> variables = new HashMap<>();
  private final Map<String, String> settings = new HashMap<>();

  @ParameterizedTest
  @ValueSource(
      strings = {
        SDK + "EnvironmentVariableCredentialsProvider",
        "com.amazonaws.auth.EnvironmentVariableCredentialsProvider",
        SDK + "DefaultCredentialsProvider",
        ""
      })
  void environment(String provider) throws Exception {
    variables.put("AWS_ACCESS_KEY_ID", "environment");
    variables.put("AWS_SECRET_ACCESS_KEY", "hush");
    assertThat(signer(provider)).isEqualTo("environment");
  }

  @Test
  void profile() throws Exception {
    Path file = folder.resolve("credentials");
    Files.writeString(file, section("default", "usual") + section("work", "profile"));
    variables.put("AWS_SHARED_CREDENTIALS_FILE", file.toString());
    variables.put("AWS_PROFILE", "work");
    assertThat(signer(SDK + "ProfileCredentialsProvider")).isEqualTo("profile");
  }

  @Test
  void profileBySettings() throws Exception {
    Path file = folder.resolve("elsewhere");
    Files.writeString(file, section("work", "profile"));
    settings.put("fs.s3a.auth.profile.file", file.toString());
    settings.put("fs.s3a.auth.profile.name", "work");
    assertThat(signer(S3A + "ProfileAWSCredentialsProvider")).isEqualTo("profile");
  }

  /** A profile may name a program that prints keys. */
  @Test
  void credentialProcess() throws Exception {
    Path keys = folder.resolve("keys.json");
    Files.writeString(
        keys, "{\"Version\": 1, \"AccessKeyId\": \"program\", \"SecretAccessKey\": \"hush\"}");
    Path file = folder.resolve("credentials");
    Files.writeString(file, "[default]\ncredential_process = cat " + keys + "\n");
    variables.put("AWS_SHARED_CREDENTIALS_FILE", file.toString());
    assertThat(signer(SDK + "ProfileCredentialsProvider")).isEqualTo("program");
  }

  private static String section(String name, String key) {
    return "[" + name + "]\naws_access_key_id = " + key + "\naws_secret_access_key = hush\n";
  }

  @ParameterizedTest
  @ValueSource(
      strings = {SDK + "ContainerCredentialsProvider", S3A + "IAMInstanceCredentialsProvider"})
  void containerRole(String provider) throws Exception {
    try (FakeAws aws = new FakeAws()) {
      variables.put("AWS_CONTAINER_CREDENTIALS_FULL_URI", aws.endpoint() + "/container");
      assertThat(signer(provider)).isEqualTo("container");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        SDK + "InstanceProfileCredentialsProvider",
        S3A + "IAMInstanceCredentialsProvider"
      })
  void instanceRole(String provider) throws Exception {
    try (FakeAws aws = new FakeAws()) {
      variables.put("AWS_EC2_METADATA_SERVICE_ENDPOINT", aws.endpoint().toString());
      assertThat(signer(provider)).isEqualTo("instance");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        SDK + "WebIdentityTokenFileCredentialsProvider",
        SDK + "DefaultCredentialsProvider"
      })
  void webIdentity(String provider) throws Exception {
    try (FakeAws aws = new FakeAws()) {
      putToken(aws.endpoint().toString());
      assertThat(signer(provider)).isEqualTo("AssumeRoleWithWebIdentity");
      assertThat(aws.requests().get(0))
          .containsEntry("WebIdentityToken", "issued by the cluster")
          .containsEntry("RoleArn", "arn:aws:iam::1:role/reader");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        SDK + "WebIdentityTokenFileCredentialsProvider",
        SDK + "DefaultCredentialsProvider"
      })
  void aTokenServiceThatNeverResponds(String provider) throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      String address = "http://127.0.0.1:" + silent.getLocalPort();
      putToken(address);
      variables.put("AWS_EC2_METADATA_DISABLED", "true");
      settings.put("fs.headwater.s3.connection.timeout", "1s");
      settings.put("fs.headwater.retry.attempts", "2");
      settings.put("fs.headwater.s3.endpoint", address);
      settings.put("fs.s3a.aws.credentials.provider", provider);
      assertThat(said(1))
          .contains("LIST s3://bucket: no credentials: the token service " + address)
          .contains("Read timed out", "up to 2 times", "waits for a response for PT1S")
          .contains("fs.headwater.s3.connection.timeout", "fs.headwater.retry.attempts");
    }
  }

  /** Writes the files of a cluster whose processes use a token service. */
  private void putToken(String service) throws IOException {
    Path token = folder.resolve("token");
    Files.writeString(token, "issued by the cluster");
    variables.put("AWS_WEB_IDENTITY_TOKEN_FILE", token.toString());
    variables.put("AWS_ROLE_ARN", "arn:aws:iam::1:role/reader");
    variables.put("AWS_REGION", "us-east-1");
    variables.put("AWS_ENDPOINT_URL_STS", service);
  }

  /** The access key that signed the requests of such a process. */
  private String signer(String provider) throws Exception {
    try (RecordedS3 store = new RecordedS3()) {
      settings.put("fs.headwater.s3.endpoint", store.endpoint().toString());
      settings.put("fs.s3a.aws.credentials.provider", provider);
      said(0);
      return S3CredentialsTest.signerOf(
          store.requests("List").get(0).header("authorization").orElse("nobody"));
    }
  }

  /** The output of such a process, which must exit with this code. */
  private String said(int code) throws IOException, InterruptedException {
    Configuration configuration = new Configuration(false);
    settings.forEach(configuration::set);
    Path site = folder.resolve("site.xml");
    try (var out = Files.newOutputStream(site)) {
      configuration.writeXml(out);
    }
    ProcessBuilder process =
        new ProcessBuilder(
            List.of(
                System.getProperty("java.home") + "/bin/java",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Lister.class.getName(),
                site.toString()));
    process.environment().keySet().removeIf(name -> name.startsWith("AWS_"));
    process.environment().put("HOME", folder.toString());
    process.environment().putAll(variables);
    Path said = folder.resolve("said");
    int ended = process.redirectErrorStream(true).redirectOutput(said.toFile()).start().waitFor();
    assertThat(ended).as(Files.readString(said).replace("%", "%%")).isEqualTo(code);
    return Files.readString(said);
  }

  /** Lists the bucket once. */
  static final class Lister {
    public static void main(String[] arguments) throws IOException {
      Configuration configuration = new Configuration();
      configuration.addResource(new org.apache.hadoop.fs.Path(arguments[0]));
      try (HeadwaterFileSystem fileSystem = new HeadwaterFileSystem()) {
        fileSystem.initialize(URI.create("s3://bucket"), configuration);
        fileSystem.listStatus(new org.apache.hadoop.fs.Path("s3://bucket/"));
      }
    }
  }
}
