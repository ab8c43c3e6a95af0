package io.headwater.store.swift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwater.store.Content;
import io.headwater.store.CopyOptions;
import io.headwater.store.GetOptions;
import io.headwater.store.ListOptions;
import io.headwater.store.MultipartUploads;
import io.headwater.store.ObjectBody;
import io.headwater.store.ObjectInfo;
import io.headwater.store.ObjectNotFoundException;
import io.headwater.store.PutMode;
import io.headwater.store.PutOptions;
import io.headwater.store.UploadedPart;
import io.headwater.testing.TestContainer;
import io.headwater.testing.TestServers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How many requests each call costs, by what Swift's proxy logged. */
final class SwiftRequestsTest {
  private static final Content HELLO = Content.of("hello".getBytes());

  private final Path log = TestServers.swiftLog();
  private TestContainer container;
  private SwiftStore store;

  @BeforeEach
  void open() throws IOException {
    container = TestServers.swiftNative().newContainer();
    store = container.open();
    store.put("a", HELLO, PutOptions.OVERWRITE);
  }

  @AfterEach
  void close() throws IOException {
    store.close();
    container.close();
  }

  /** What a test measures. */
  private interface Step {
    void run() throws IOException;
  }

  private List<String> requests(Step step) throws IOException {
    int before = logged().size();
    step.run();
    List<String> all = logged();
    return all.subList(before, all.size());
  }

  /** The method of each request that a client sent to this test's containers, in order. */
  private List<String> logged() throws IOException {
    return Files.readAllLines(log).stream()
        .filter(line -> line.contains(container.name()) || line.contains("bulk-delete"))
        .map(line -> line.split(" "))
        .filter(fields -> !fields[1].equals("-"))
        .map(fields -> fields[2])
        .toList();
  }

  @Test
  void whatIsNewCostsOneRequest() throws IOException {
    assertThat(requests(() -> store.put("b", HELLO, PutOptions.OVERWRITE))).containsExactly("PUT");
    assertThat(requests(() -> store.put("c", HELLO, PutOptions.CREATE_IF_ABSENT)))
        .containsExactly("PUT");
    assertThat(requests(() -> store.head("a"))).containsExactly("HEAD");
    assertThat(requests(this::readA)).containsExactly("GET");
    assertThat(requests(() -> store.list(ListOptions.tree("")))).containsExactly("GET");
  }

  private void readA() throws IOException {
    try (ObjectBody body = store.get("a", GetOptions.WHOLE)) {
      assertThat(body.stream().readAllBytes()).hasSize(5);
    }
  }

  @Test
  void whatIsReplacedOrDeletedIsLookedAtFirst() throws IOException {
    assertThat(requests(() -> store.put("a", HELLO, PutOptions.OVERWRITE)))
        .containsExactly("PUT", "HEAD", "PUT");
    assertThat(requests(() -> store.copy("a", "b"))).containsExactly("HEAD", "HEAD", "COPY");
    assertThat(requests(() -> store.delete("b"))).containsExactly("HEAD", "DELETE");
    assertThat(requests(() -> store.delete("b"))).containsExactly("HEAD");
  }

  @Test
  void whatWasSeenIsNotLookedAtByACopy() throws IOException {
    ObjectInfo source = store.list(ListOptions.tree("")).objects().get(0);
    CopyOptions seen = CopyOptions.UNSEEN.withSource(source);
    assertThat(requests(() -> store.copy("a", "b", seen.toMissing()))).containsExactly("COPY");
    assertThat(requests(() -> store.copy("a", "b", seen))).containsExactly("HEAD", "COPY");
    store.put("a", Content.empty(), PutOptions.OVERWRITE);
    assertThat(requests(() -> store.copy("a", "c", seen.toMissing())))
        .containsExactly("COPY", "HEAD", "COPY");
  }

  @Test
  void aThousandAreDeletedByTwoRequests() throws IOException {
    List<String> keys = IntStream.range(0, 40).mapToObj(i -> "k/" + i).toList();
    for (String key : keys) {
      store.put(key, HELLO, PutOptions.OVERWRITE);
    }
    assertThat(requests(() -> assertThat(store.deleteAll(keys)).isEmpty()))
        .containsExactly("GET", "POST");
  }

  @Test
  void emptyObjectsOfOursAreNotLookedAtInListings() throws IOException {
    store.put("empty", Content.empty(), PutOptions.OVERWRITE);
    assertThat(requests(() -> store.list(ListOptions.tree("")))).containsExactly("GET");
  }

  @Test
  void anUploadIsFiveAndTwoForEachPart() throws IOException {
    MultipartUploads uploads = store.uploads();
    uploads.create("first", PutOptions.OVERWRITE);
    assertThat(
            requests(
                () -> {
                  String id = uploads.create("b", PutOptions.OVERWRITE);
                  UploadedPart part = uploads.put("b", id, 1, HELLO);
                  uploads.complete("b", id, List.of(part), PutMode.OVERWRITE);
                }))
        .containsExactly("PUT", "PUT", "HEAD", "HEAD", "HEAD", "PUT", "DELETE");
  }

  @Test
  void aFailureIsNotAskedAgain() throws IOException {
    assertThat(
            requests(
                () ->
                    assertThatThrownBy(() -> store.get("none", GetOptions.WHOLE))
                        .isInstanceOf(ObjectNotFoundException.class)))
        .containsExactly("GET");
  }
}
