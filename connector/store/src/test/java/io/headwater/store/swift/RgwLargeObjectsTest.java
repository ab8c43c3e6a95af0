package io.headwater.store.swift;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwater.store.CopyOptions;
import io.headwater.store.GetOptions;
import io.headwater.store.ListOptions;
import io.headwater.store.MultipartUploads;
import io.headwater.store.ObjectBody;
import io.headwater.store.ObjectInfo;
import io.headwater.store.PartsEtag;
import io.headwater.store.PutMode;
import io.headwater.store.PutOptions;
import io.headwater.store.UploadedPart;
import io.headwater.store.content.Content;
import io.headwater.testing.NeedsServer;
import io.headwater.testing.RawSwift;
import io.headwater.testing.TestContainer;
import io.headwater.testing.TestServers;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Large objects of Ceph's gateway. It lists a large object with its manifest's length, copies the
 * manifest without the bytes, and does not return a manifest.
 */
@NeedsServer
final class RgwLargeObjectsTest {
  private static final String KEY = "dir/large ü+%1";

  private TestContainer container;
  private SwiftStore store;

  @BeforeEach
  void open() {
    container = TestServers.rgwSwift().newContainer();
    store = container.open();
  }

  @AfterEach
  void close() throws IOException {
    if (container != null) {
      store.close();
      container.close();
    }
  }

  private String upload(String key, String... texts) throws IOException {
    MultipartUploads uploads = store.uploads();
    String id = uploads.create(key, PutOptions.OVERWRITE.withMetadata(Map.of("owner", "me")));
    List<UploadedPart> parts = new ArrayList<>();
    for (String text : texts) {
      parts.add(uploads.put(key, id, parts.size() + 1, Content.of(text.getBytes())));
    }
    uploads.complete(key, id, parts, PutMode.OVERWRITE);
    return id;
  }

  /** A static large object of another client, which has no upload's id. */
  private void foreign(String key) {
    RawSwift raw = container.raw();
    raw.put("/" + container.segments(), new byte[0]);
    for (String part : List.of("1", "2")) {
      raw.put(RawSwift.path(container.segments(), "of " + key + "/" + part), part.getBytes());
    }
    String entry = "{\"path\": \"/%s/of %s/%s\", \"etag\": \"%s\", \"size_bytes\": 1}";
    String manifest =
        "["
            + String.join(
                ", ",
                List.of("1", "2").stream()
                    .map(
                        part ->
                            String.format(
                                entry,
                                container.segments(),
                                key,
                                part,
                                PartsEtag.ofWhole(part.getBytes())))
                    .toList())
            + "]";
    raw.put(RawSwift.path(container.name(), key) + "?multipart-manifest=put", manifest.getBytes());
  }

  private ObjectInfo listed(String key) throws IOException {
    return store.list(ListOptions.tree(key)).objects().get(0);
  }

  private String text(String key) throws IOException {
    try (ObjectBody body = store.get(key, GetOptions.WHOLE)) {
      return new String(body.stream().readAllBytes());
    }
  }

  private List<String> segments() {
    return container.raw().names(container.segments());
  }

  @Test
  void areListedWithTheirLength() throws IOException {
    upload(KEY, "hello ", "world");
    foreign("foreign");
    assertThat(listed(KEY).length()).isEqualTo(11);
    assertThat(listed(KEY).etag()).isEqualTo(store.head(KEY).etag());
    assertThat(store.head(KEY).metadata()).isEqualTo(Map.of("owner", "me"));
    assertThat(listed("foreign").length()).isEqualTo(2);
  }

  @Test
  void areMovedWithTheirBytes() throws IOException {
    upload(KEY, "hello ", "world");
    foreign("foreign");
    for (Map.Entry<String, String> each : Map.of(KEY, "hello world", "foreign", "12").entrySet()) {
      for (CopyOptions options :
          List.of(
              CopyOptions.UNSEEN,
              CopyOptions.UNSEEN.withSource(listed(each.getKey())).toMissing())) {
        ObjectInfo copy = store.copy(each.getKey(), "to " + each.getKey(), options);
        assertThat(copy.length()).isEqualTo(each.getValue().length());
        assertThat(copy.etag()).isEqualTo(store.head("to " + each.getKey()).etag());
      }
      store.delete(each.getKey());
      assertThat(text("to " + each.getKey())).isEqualTo(each.getValue());
    }
  }

  @Test
  void leaveNoSegmentsWhenTheyAreReplacedOrDeleted() throws IOException {
    upload("a", "1", "2");
    upload("a", "3", "4");
    assertThat(segments()).hasSize(2);
    store.put("a", Content.of("plain".getBytes()), PutOptions.OVERWRITE);
    assertThat(segments()).isEmpty();
    upload("a", "1", "2");
    upload("b", "1", "2");
    foreign("c");
    assertThat(store.deleteAll(List.of("a", "b", "c"))).isEmpty();
    assertThat(segments()).isEmpty();
    assertThat(container.raw().names(container.name())).isEmpty();
  }

  @Test
  void withoutBytesAreReadAndDeleted() throws IOException {
    String id = upload(KEY, "", "");
    assertThat(store.head(KEY).length()).isZero();
    assertThat(store.head(KEY).metadata()).isEqualTo(Map.of("owner", "me"));
    assertThat(listed(KEY).length()).isZero();
    assertThat(text(KEY)).isEmpty();
    store.uploads().complete(KEY, id, List.of(), PutMode.OVERWRITE);
    store.uploads().abort(KEY, id);
    assertThat(text(KEY)).isEmpty();
    assertThat(store.deleteAll(List.of(KEY))).isEmpty();
    assertThat(segments()).isEmpty();
  }

  @Test
  void stayWhenTheirUploadIsAbortedLate() throws IOException {
    String id = upload(KEY, "hello ", "world");
    store.uploads().abort(KEY, id);
    assertThat(text(KEY)).isEqualTo("hello world");
  }
}
