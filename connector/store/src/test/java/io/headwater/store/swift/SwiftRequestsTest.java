package io.headwater.store.swift;

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
import io.headwater.testing.TestContainer;
import io.headwater.testing.TestServers;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The number of requests of each call, from the log of Swift's proxy. */
@NeedsServer
final class SwiftRequestsTest {
  private static final Content HELLO = Content.of("hello".getBytes());

  private TestContainer container;
  private SwiftStore store;
  private AccessLog log;

  @BeforeEach
  void open() throws IOException {
    container = TestServers.swiftNative().newContainer();
    log = AccessLog.of(container.name(), "bulk-delete");
    store = container.open();
    store.put("a", HELLO, PutOptions.OVERWRITE);
  }

  @AfterEach
  void close() throws IOException {
    store.close();
    container.close();
  }

  @Test
  void whatIsNewCostsOneRequest() throws Exception {
    assertThat(log.requests(() -> store.put("b", HELLO, PutOptions.OVERWRITE)))
        .containsExactly("PUT");
    assertThat(log.requests(() -> store.put("c", HELLO, PutOptions.CREATE_IF_ABSENT)))
        .containsExactly("PUT");
    assertThat(log.requests(() -> store.head("a"))).containsExactly("HEAD");
    assertThat(log.requests(this::readA)).containsExactly("GET");
    assertThat(log.requests(() -> store.list(ListOptions.tree("")))).containsExactly("GET");
  }

  private void readA() throws IOException {
    try (ObjectBody body = store.get("a", GetOptions.WHOLE)) {
      assertThat(body.stream().readAllBytes()).hasSize(5);
    }
  }

  @Test
  void whatIsReplacedOrDeletedIsLookedAtFirst() throws Exception {
    assertThat(log.requests(() -> store.put("a", HELLO, PutOptions.OVERWRITE)))
        .containsExactly("PUT", "HEAD", "PUT");
    assertThat(log.requests(() -> store.copy("a", "b"))).containsExactly("HEAD", "HEAD", "COPY");
    assertThat(log.requests(() -> store.delete("b"))).containsExactly("HEAD", "DELETE");
    assertThat(log.requests(() -> store.delete("b"))).containsExactly("HEAD");
  }

  @Test
  void whatWasSeenIsNotLookedAtByACopy() throws Exception {
    ObjectInfo source = store.list(ListOptions.tree("")).objects().get(0);
    CopyOptions seen = CopyOptions.UNSEEN.withSource(source);
    assertThat(log.requests(() -> store.copy("a", "b", seen.toMissing()))).containsExactly("COPY");
    assertThat(log.requests(() -> store.copy("a", "b", seen))).containsExactly("HEAD", "COPY");
    store.put("a", Content.empty(), PutOptions.OVERWRITE);
    assertThat(log.requests(() -> store.copy("a", "c", seen.toMissing())))
        .containsExactly("COPY", "HEAD", "COPY");
  }

  @Test
  void aThousandAreDeletedByTwoRequests() throws Exception {
    List<String> keys = IntStream.range(0, 40).mapToObj(i -> "k/" + i).toList();
    for (String key : keys) {
      store.put(key, HELLO, PutOptions.OVERWRITE);
    }
    assertThat(log.requests(() -> assertThat(store.deleteAll(keys)).isEmpty()))
        .containsExactly("GET", "POST");
  }

  @Test
  void emptyObjectsOfOursAreNotLookedAtInListings() throws Exception {
    store.put("empty", Content.empty(), PutOptions.OVERWRITE);
    assertThat(log.requests(() -> store.list(ListOptions.tree("")))).containsExactly("GET");
  }

  @Test
  void anUploadIsFiveAndTwoForEachPart() throws Exception {
    MultipartUploads uploads = store.uploads();
    uploads.create("first", PutOptions.OVERWRITE);
    assertThat(
            log.requests(
                () -> {
                  String id = uploads.create("b", PutOptions.OVERWRITE);
                  UploadedPart part = uploads.put("b", id, 1, HELLO);
                  uploads.complete("b", id, List.of(part), PutMode.OVERWRITE);
                }))
        .containsExactly("PUT", "PUT", "HEAD", "HEAD", "HEAD", "PUT", "DELETE");
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
