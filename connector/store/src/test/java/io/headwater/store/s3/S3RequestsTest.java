package io.headwater.store.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwater.store.CopyOptions;
import io.headwater.store.GetOptions;
import io.headwater.store.ListOptions;
import io.headwater.store.MultipartUploads;
import io.headwater.store.ObjectBody;
import io.headwater.store.ObjectInfo;
import io.headwater.store.PutMode;
import io.headwater.store.PutOptions;
import io.headwater.store.UploadedPart;
import io.headwater.store.content.Content;
import io.headwater.store.exception.ObjectNotFoundException;
import io.headwater.testing.AccessLog;
import io.headwater.testing.NeedsServer;
import io.headwater.testing.TestBucket;
import io.headwater.testing.TestServers;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The number of requests of each call, from the log of Swift's proxy. */
@NeedsServer
final class S3RequestsTest {
  private static final Content HELLO = Content.of("hello".getBytes());

  private TestBucket bucket;
  private S3Store store;
  private AccessLog log;

  @BeforeEach
  void open() throws IOException {
    bucket = TestServers.swift().newBucket();
    log = AccessLog.of(bucket.name());
    store = bucket.open();
    store.put("a", HELLO, PutOptions.OVERWRITE);
  }

  @AfterEach
  void close() throws IOException {
    store.close();
    bucket.close();
  }

  @Test
  void eachCallIsOneRequest() throws Exception {
    assertThat(log.requests(() -> store.put("b", HELLO, PutOptions.OVERWRITE)))
        .containsExactly("PUT");
    assertThat(log.requests(() -> store.put("c", HELLO, PutOptions.CREATE_IF_ABSENT)))
        .containsExactly("PUT");
    assertThat(log.requests(() -> store.head("a"))).containsExactly("HEAD");
    assertThat(log.requests(this::readA)).containsExactly("GET");
    assertThat(log.requests(() -> store.list(ListOptions.tree("")))).containsExactly("GET");
    assertThat(log.requests(() -> store.delete("a"))).containsExactly("DELETE");
    assertThat(log.requests(() -> store.deleteAll(List.of("b", "c")))).containsExactly("POST");
  }

  private void readA() throws IOException {
    try (ObjectBody body = store.get("a", GetOptions.WHOLE)) {
      assertThat(body.stream().readAllBytes()).hasSize(5);
    }
  }

  @Test
  void aCopySendsAHeadOfItsSourceIfThatWasNotSeen() throws Exception {
    assertThat(log.requests(() -> store.copy("a", "b"))).containsExactly("HEAD", "PUT");
    ObjectInfo source = store.list(ListOptions.tree("")).objects().get(0);
    CopyOptions seen = CopyOptions.UNSEEN.withSource(source);
    assertThat(log.requests(() -> store.copy("a", "b", seen))).containsExactly("PUT");
    store.put("a", Content.empty(), PutOptions.OVERWRITE);
    assertThat(log.requests(() -> store.copy("a", "b", seen)))
        .containsExactly("PUT", "HEAD", "PUT");
  }

  @Test
  void anUploadIsItsPartsAndTwo() throws Exception {
    MultipartUploads uploads = store.uploads();
    assertThat(
            log.requests(
                () -> {
                  String id = uploads.create("b", PutOptions.OVERWRITE);
                  UploadedPart part = uploads.put("b", id, 1, HELLO);
                  uploads.complete("b", id, List.of(part), PutMode.OVERWRITE);
                }))
        .containsExactly("POST", "PUT", "POST");
  }

  @Test
  void doesNotRepeatTheProbeAfterAFailure() throws Exception {
    assertThat(
            log.requests(
                () ->
                    assertThatThrownBy(() -> store.get("none", GetOptions.WHOLE))
                        .isInstanceOf(ObjectNotFoundException.class)))
        .containsExactly("GET");
  }
}
