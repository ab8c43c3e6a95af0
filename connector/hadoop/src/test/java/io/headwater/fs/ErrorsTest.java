package io.headwater.fs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwater.store.ObjectStore;
import io.headwater.store.PutOptions;
import io.headwater.store.content.Content;
import io.headwater.testing.NeedsServer;
import io.headwater.testing.TestBucket;
import io.headwater.testing.TestServer;
import io.headwater.testing.TestServers;
import java.io.IOException;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.InvalidPathException;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Messages to the user: what happened, to which object, and what to do. */
@NeedsServer
@ParameterizedClass
@EnumSource(ErrorsApi.class)
class ErrorsTest {
  private static final String NOWHERE = "http://127.0.0.1:1";

  private final TestServer server = TestServers.swift();
  @Parameter private ErrorsApi api;
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
        .hasMessageContainingAll(api.wrongKeysMessage(bucket.name()))
        .message()
        .doesNotContain("not-the-secret");
  }

  @Test
  void anUnknownUser() throws Exception {
    assertThatThrownBy(() -> list(bucket.name(), settings("nobody", "secret")))
        .hasMessageContainingAll(api.wrongKeysMessage(bucket.name()));
  }

  @Test
  void oneKeyWithoutTheOther() {
    Configuration configuration = settings(server.accessKey(), "");
    assertThatThrownBy(() -> list(bucket.name(), configuration))
        .hasMessageContaining(api.secret())
        .hasMessageContaining("set");
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
    configuration.set(api.address(), NOWHERE);
    configuration.set("fs.headwater.retry.attempts", "1");
    assertThatThrownBy(() -> list(bucket.name(), configuration))
        .hasMessageContaining(NOWHERE)
        .hasMessageContaining(api.noResponseMessage());
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
      Path folder = new Path("/folder");
      assertThatThrownBy(() -> fileSystem.listStatus(folder))
          .isInstanceOf(InvalidPathException.class)
          .hasMessageContaining("folder//");
      assertThat(fileSystem.delete(folder, true)).isTrue();
      assertThat(fileSystem.exists(folder)).isFalse();
    }
  }

  /** The store has the same users in both APIs. */
  private Configuration settings(String user, String secret) {
    Configuration configuration = new Configuration(false);
    configuration.set(api.address(), api.endpoint().toString());
    configuration.set(api.user(), user);
    configuration.set(api.secret(), secret);
    return configuration;
  }

  private void list(String name, Configuration configuration) throws IOException {
    try (HeadwaterFileSystem fileSystem = open(name, configuration)) {
      fileSystem.listStatus(new Path("/"));
    }
  }

  private void write(String name, Configuration configuration) throws IOException {
    try (HeadwaterFileSystem fileSystem = open(name, configuration);
        FSDataOutputStream out = fileSystem.create(new Path("/file"))) {
      out.writeBytes("text");
    }
  }

  private HeadwaterFileSystem open(String name, Configuration configuration) throws IOException {
    HeadwaterFileSystem fileSystem = new HeadwaterFileSystem();
    fileSystem.initialize(api.root(name), configuration);
    return fileSystem;
  }
}
