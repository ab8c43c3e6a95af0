package io.headwater.fs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwater.store.Content;
import io.headwater.store.ObjectStore;
import io.headwater.store.PutOptions;
import io.headwater.testing.TestBucket;
import io.headwater.testing.TestServer;
import io.headwater.testing.TestServers;
import java.io.IOException;
import java.net.URI;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.InvalidPathException;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a user is told when something is wrong: what happened, to which object, what to do. */
class ErrorsTest {
  private final TestServer server = TestServers.swift();
  private TestBucket bucket;

  @BeforeEach
  void makeBucket() {
    bucket = server.newBucket();
  }

  @AfterEach
  void deleteBucket() {
    bucket.close();
  }

  @Test
  void aWrongSecret() throws Exception {
    Configuration configuration = settings(server.accessKey(), "not-the-secret");
    assertThatThrownBy(() -> list(bucket.name(), configuration))
        .hasMessageContaining("fs.headwater.s3.secret.key")
        .hasMessageContaining(bucket.name())
        .message()
        .doesNotContain("not-the-secret");
  }

  @Test
  void anUnknownAccessKey() throws Exception {
    assertThatThrownBy(() -> list(bucket.name(), settings("nobody", "secret")))
        .hasMessageContaining("fs.headwater.s3.access.key");
  }

  @Test
  void oneKeyWithoutTheOther() {
    Configuration configuration = settings(server.accessKey(), "");
    assertThatThrownBy(() -> list(bucket.name(), configuration))
        .hasMessageContaining("only one is set");
  }

  @Test
  void noSuchBucket() {
    String missing = "missing-" + UUID.randomUUID();
    Configuration configuration = settings(server.accessKey(), server.secretKey());
    assertThatThrownBy(() -> list(missing, configuration)).hasMessageContaining(missing);
    assertThatThrownBy(() -> write(missing, configuration)).hasMessageContaining(missing);
  }

  @Test
  void noEndpoint() {
    Configuration configuration = settings("key", "secret");
    configuration.set("fs.headwater.s3.endpoint", "http://127.0.0.1:1");
    configuration.set("fs.headwater.retry.attempts", "1");
    assertThatThrownBy(() -> list(bucket.name(), configuration))
        .hasMessageContaining("http://127.0.0.1:1")
        .hasMessageContaining("fs.headwater.s3.endpoint");
  }

  @Test
  void aBucketThatMayOnlyBeRead() throws Exception {
    TestServer reader = TestServers.swiftReadOnly();
    Configuration configuration = settings(reader.accessKey(), reader.secretKey());
    list(bucket.name(), configuration);
    assertThatThrownBy(() -> write(bucket.name(), configuration))
        .hasMessageContaining(bucket.name())
        .hasMessageContaining("file");
  }

  @Test
  void anObjectThatNoPathCanName() throws Exception {
    try (ObjectStore store = bucket.open()) {
      store.put("folder//object", Content.empty(), PutOptions.OVERWRITE);
    }
    Configuration configuration = settings(server.accessKey(), server.secretKey());
    try (HeadwaterFileSystem fileSystem = open(bucket.name(), configuration)) {
      Path folder = new Path("s3://" + bucket.name() + "/folder");
      assertThatThrownBy(() -> fileSystem.listStatus(folder))
          .isInstanceOf(InvalidPathException.class)
          .hasMessageContaining("folder//");
      assertThat(fileSystem.delete(folder, true)).isTrue();
      assertThat(fileSystem.exists(folder)).isFalse();
    }
  }

  private Configuration settings(String accessKey, String secretKey) {
    Configuration configuration = new Configuration(false);
    configuration.set("fs.headwater.s3.endpoint", server.endpoint().toString());
    configuration.set("fs.headwater.s3.access.key", accessKey);
    configuration.set("fs.headwater.s3.secret.key", secretKey);
    return configuration;
  }

  private static void list(String name, Configuration configuration) throws IOException {
    try (HeadwaterFileSystem fileSystem = open(name, configuration)) {
      fileSystem.listStatus(new Path("s3://" + name + "/"));
    }
  }

  private static void write(String name, Configuration configuration) throws IOException {
    try (HeadwaterFileSystem fileSystem = open(name, configuration);
        FSDataOutputStream out = fileSystem.create(new Path("s3://" + name + "/file"))) {
      out.writeBytes("text");
    }
  }

  private static HeadwaterFileSystem open(String name, Configuration configuration)
      throws IOException {
    HeadwaterFileSystem fileSystem = new HeadwaterFileSystem();
    fileSystem.initialize(URI.create("s3://" + name), configuration);
    return fileSystem;
  }
}
