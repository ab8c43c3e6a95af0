package io.headwater.store.s3;

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
import io.headwater.testing.TestBucket;
import io.headwater.testing.TestServers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * How many requests each call costs, by what Swift's proxy logged; it logs a request before its
 * client has the whole answer.
 */
final class S3RequestsTest {
  private static final Content HELLO = Content.of("hello".getBytes());

  private final Path log = TestServers.swiftLog();
  private TestBucket bucket;
  private S3Store store;

  @BeforeEach
  void open() throws IOException {
    bucket = TestServers.swift().newBucket();
    store = bucket.open();
    store.put("a", HELLO, PutOptions.OVERWRITE);
  }

  @AfterEach
  void close() {
    store.close();
    bucket.close();
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

  /** The method of each request to this test's bucket, in order. */
  private List<String> logged() throws IOException {
    return Files.readAllLines(log).stream()
        .filter(line -> line.contains(bucket.name()))
        .map(line -> line.split(" "))
        .filter(fields -> !fields[1].equals("-"))
        .map(fields -> fields[2])
        .toList();
  }

  @Test
  void eachCallIsOneRequest() throws IOException {
    assertThat(requests(() -> store.put("b", HELLO, PutOptions.OVERWRITE))).containsExactly("PUT");
    assertThat(requests(() -> store.put("c", HELLO, PutOptions.CREATE_IF_ABSENT)))
        .containsExactly("PUT");
    assertThat(requests(() -> store.head("a"))).containsExactly("HEAD");
    assertThat(requests(this::readA)).containsExactly("GET");
    assertThat(requests(() -> store.list(ListOptions.tree("")))).containsExactly("GET");
    assertThat(requests(() -> store.delete("a"))).containsExactly("DELETE");
    assertThat(requests(() -> store.deleteAll(List.of("b", "c")))).containsExactly("POST");
  }

  private void readA() throws IOException {
    try (ObjectBody body = store.get("a", GetOptions.WHOLE)) {
      assertThat(body.stream().readAllBytes()).hasSize(5);
    }
  }

  @Test
  void aCopyAsksForItsSourceFirstIfThatWasNotSeen() throws IOException {
    assertThat(requests(() -> store.copy("a", "b"))).containsExactly("HEAD", "PUT");
    ObjectInfo source = store.list(ListOptions.tree("")).objects().get(0);
    CopyOptions seen = CopyOptions.UNSEEN.withSource(source);
    assertThat(requests(() -> store.copy("a", "b", seen))).containsExactly("PUT");
    store.put("a", Content.empty(), PutOptions.OVERWRITE);
    assertThat(requests(() -> store.copy("a", "b", seen))).containsExactly("PUT", "HEAD", "PUT");
  }

  @Test
  void anUploadIsItsPartsAndTwo() throws IOException {
    MultipartUploads uploads = store.uploads();
    assertThat(
            requests(
                () -> {
                  String id = uploads.create("b", PutOptions.OVERWRITE);
                  UploadedPart part = uploads.put("b", id, 1, HELLO);
                  uploads.complete("b", id, List.of(part), PutMode.OVERWRITE);
                }))
        .containsExactly("POST", "PUT", "POST");
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
