package io.headwater.store.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwater.store.CopyOptions;
import io.headwater.store.GetOptions;
import io.headwater.store.MultipartUploads;
import io.headwater.store.ObjectBody;
import io.headwater.store.ObjectInfo;
import io.headwater.store.PutOptions;
import io.headwater.store.UploadListOptions;
import io.headwater.store.content.Content;
import io.headwater.store.content.OpenBodies;
import io.headwater.store.copy.Copier;
import io.headwater.store.exception.PreconditionFailedException;
import io.headwater.store.exception.TransientStoreException;
import io.headwater.testing.NeedsServer;
import io.headwater.testing.TestBucket;
import io.headwater.testing.TestServer;
import io.headwater.testing.TestServers;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Copies in parts, with a low threshold. */
@NeedsServer
final class S3CopierTest {
  private static final int LIMIT = (int) MultipartUploads.MINIMUM_PART_LENGTH;

  static List<TestServer> servers() {
    return List.of(TestServers.swift(), TestServers.versity());
  }

  @ParameterizedTest
  @MethodSource("servers")
  void copiesInPartsWhatOneRequestDoesNotTake(TestServer server) throws IOException {
    byte[] bytes = new byte[2 * LIMIT + 1];
    new Random(1).nextBytes(bytes);
    PutOptions options = PutOptions.OVERWRITE.withMetadata(Map.of("owner", "me"));
    try (TestBucket bucket = server.newBucket();
        S3Store store = S3Store.open(bucket.name(), server.settings(), LIMIT)) {
      store.put("from +ü", Content.of(bytes), options);
      ObjectInfo copied = store.copy("from +ü", "to");
      assertThat(copied.length()).isEqualTo(bytes.length);
      assertThat(copied.etag()).endsWith("-3").isEqualTo(store.head("to").etag());
      assertThat(store.head("to").metadata()).isEqualTo(options.metadata());
      try (ObjectBody body = store.get("to", GetOptions.WHOLE)) {
        assertThat(body.stream().readAllBytes()).isEqualTo(bytes);
      }
    }
  }

  @Test
  void createsALongCopyWithItsMetadataOnlyWhereNothingIs() throws IOException {
    byte[] bytes = new byte[(int) CreatingCopier.SHORT + 1];
    new Random(2).nextBytes(bytes);
    PutOptions options = PutOptions.OVERWRITE.withMetadata(Map.of("owner", "me"));
    try (TestBucket bucket = TestServers.versity().newBucket();
        S3Store store = bucket.open()) {
      ObjectInfo source = store.put("from", Content.of(bytes), options);
      CopyOptions create = CopyOptions.UNSEEN.withSource(source).creating();
      ObjectInfo copied = store.copy("from", "to", create);
      assertThat(copied.etag()).isEqualTo(store.head("to").etag());
      assertThat(store.head("to").metadata()).isEqualTo(options.metadata());
      assertThatThrownBy(() -> store.copy("from", "to", create))
          .isInstanceOf(PreconditionFailedException.class);
      assertThat(store.uploads().list(UploadListOptions.under("")).uploads()).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("servers")
  void copiesNothingOfASourceThatWasReplaced(TestServer server) throws IOException {
    try (TestBucket bucket = server.newBucket();
        S3Store store = S3Store.open(bucket.name(), server.settings(), LIMIT)) {
      assertStaleCopyFails(server, bucket, LIMIT);
      assertStaleCopyFails(server, bucket, 1);
      assertThat(store.uploads().list(UploadListOptions.under("")).uploads()).isEmpty();
    }
  }

  /** The gateway ignores the condition on the source. */
  @Test
  void copiesNothingOfASourceThatWasReplacedOnCephsGateway() throws IOException {
    copiesNothingOfASourceThatWasReplaced(TestServers.rgw());
  }

  private static void assertStaleCopyFails(TestServer server, TestBucket bucket, long threshold)
      throws IOException {
    S3Errors errors = new S3Errors(bucket.name(), server.settings(), new OpenBodies(1));
    try (var client = S3ClientFactory.create(server.settings());
        S3Store store = bucket.open()) {
      S3Reader reader = new S3Reader(bucket.name(), client, errors);
      S3Uploads uploads =
          new S3Uploads(
              bucket.name(),
              new S3Conditions(bucket.name(), server.settings()),
              client,
              errors,
              reader);
      Copier copier =
          new Copier(
              new S3CopyRequests(bucket.name(), client, errors, reader, threshold, true), uploads);
      ObjectInfo seen = store.put("a", Content.of("before".getBytes()), PutOptions.OVERWRITE);
      store.put("a", Content.of("after!".getBytes()), PutOptions.OVERWRITE);
      assertThatThrownBy(() -> copier.copy(seen, "b", CopyOptions.Target.UNSEEN))
          .isInstanceOf(TransientStoreException.class)
          .hasMessageContaining("replaced while it was copied");
    }
  }
}
