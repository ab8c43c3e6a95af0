package io.headwater.fs.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwater.fs.OverWire;
import io.headwater.store.PutOptions;
import io.headwater.store.content.Content;
import io.headwater.store.s3.Encryption;
import io.headwater.store.s3.ObjectOptions;
import io.headwater.store.s3.RequestOptions;
import io.headwater.store.s3.S3Store;
import io.headwater.testing.NeedsServer;
import io.headwater.testing.TestBucket;
import io.headwater.testing.TestServer;
import io.headwater.testing.TestServers;
import java.io.IOException;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Additional content of requests with an S3A user's settings. */
final class S3RequestOptionsTest {
  private final OverWire wire;

  S3RequestOptionsTest() throws IOException {
    wire = new OverWire();
  }

  @AfterEach
  void close() {
    wire.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"fs.headwater.s3.requester.pays.enabled", "fs.s3a.requester.pays.enabled"})
  void requesterPays(String name) throws IOException {
    wire.with(name, "true").use();
    for (String kind : new String[] {"List", "PutObject", "GetObject"}) {
      assertThat(wire.header(kind, "x-amz-request-payer")).containsOnly("requester");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"fs.headwater.s3.create.storage.class", "fs.s3a.create.storage.class"})
  void storageClass(String name) throws IOException {
    wire.with(name, "reduced_redundancy").use();
    assertThat(wire.header("PutObject", "x-amz-storage-class")).containsOnly("REDUCED_REDUNDANCY");
  }

  /** Swift has one storage class, and refuses requests for another. */
  @NeedsServer
  @Test
  void storageClassOnARealServer() throws IOException {
    TestServer swift = TestServers.swift();
    try (TestBucket bucket = swift.newBucket();
        S3Store usual = ofClass(bucket, "STANDARD");
        S3Store other = ofClass(bucket, "GLACIER")) {
      Content content = Content.of("a".getBytes());
      assertThatCode(() -> usual.put("a", content, PutOptions.OVERWRITE))
          .doesNotThrowAnyException();
      assertThatThrownBy(() -> other.put("a", content, PutOptions.OVERWRITE))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("InvalidStorageClass");
    }
  }

  private static S3Store ofClass(TestBucket bucket, String name) throws IOException {
    RequestOptions options =
        new RequestOptions(
            new ObjectOptions(Encryption.NONE, Optional.of(name), Optional.empty()),
            false,
            Optional.empty(),
            Optional.empty());
    return S3Store.open(bucket.name(), bucket.server().settings().withOptions(options));
  }

  @ParameterizedTest
  @CsvSource({
    "fs.s3a.acl.default, BucketOwnerFullControl, bucket-owner-full-control",
    "fs.s3a.acl.default, PublicRead, public-read",
    "fs.headwater.s3.acl.default, authenticated-read, authenticated-read"
  })
  void cannedAcl(String name, String value, String sent) throws IOException {
    wire.with(name, value).use();
    assertThat(wire.header("PutObject", "x-amz-acl")).containsOnly(sent);
  }

  @ParameterizedTest
  @ValueSource(strings = {"fs.headwater.s3.user.agent.prefix", "fs.s3a.user.agent.prefix"})
  void userAgent(String name) throws IOException {
    wire.with(name, "hydro-team").use();
    assertThat(wire.header("GetObject", "user-agent"))
        .allSatisfy(agent -> assertThat(agent).startsWith("hydro-team").contains("Headwater/"));
  }

  @Test
  void aCannedAclThatIsNone() {
    wire.with("fs.s3a.acl.default", "Everybody");
    assertThatThrownBy(wire::open)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("fs.s3a.acl.default is 'Everybody'")
        .hasMessageContaining("bucket-owner-full-control");
  }
}
