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
import io.headwater.store.UploadListOptions;
import io.headwater.store.UploadedPart;
import io.headwater.store.content.ByteRange;
import io.headwater.store.content.Content;
import io.headwater.store.exception.ObjectNotFoundException;
import io.headwater.store.exception.PreconditionFailedException;
import io.headwater.store.exception.UploadNotFoundException;
import io.headwater.testing.NeedsServer;
import io.headwater.testing.RawSwift;
import io.headwater.testing.TestContainer;
import io.headwater.testing.TestServers;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Static and dynamic large objects are complete when read, and leave no segments when deleted. */
@NeedsServer
final class SwiftLargeObjectsTest {
  private static final String KEY = "dir/large ü+%1";
  private static final PutOptions OPTIONS =
      PutOptions.OVERWRITE.withMetadata(Map.of("owner", "me"));

  private TestContainer container;
  private SwiftStore store;

  @BeforeEach
  void open() throws IOException {
    container = TestServers.swiftNative().newContainer();
    // Objects of five or more bytes are copied in parts.
    store = SwiftStore.open(container.name(), container.settings(), 4);
  }

  @AfterEach
  void close() throws IOException {
    store.close();
    container.close();
  }

  private static Content content(String text) {
    return Content.of(text.getBytes());
  }

  private ObjectInfo upload(String key, PutMode mode, String... texts) throws IOException {
    MultipartUploads uploads = store.uploads();
    String id = uploads.create(key, OPTIONS);
    return uploads.complete(key, id, parts(key, id, texts), mode);
  }

  private List<UploadedPart> parts(String key, String id, String... texts) throws IOException {
    List<UploadedPart> parts = new ArrayList<>();
    for (String text : texts) {
      parts.add(store.uploads().put(key, id, parts.size() + 1, content(text)));
    }
    return parts;
  }

  /** A dynamic large object in the format of other clients. */
  private void dynamic(String key) {
    for (String part : List.of("1", "2")) {
      String path = RawSwift.path(container.name(), "parts of " + key + "/" + part);
      container.raw().send("PUT", path, Map.of(), "part" + part);
    }
    container
        .raw()
        .send(
            "PUT",
            RawSwift.path(container.name(), key),
            Map.of("X-Object-Manifest", container.name() + "/parts%20of%20" + key + "/"),
            "");
  }

  private String text(String key, GetOptions options) throws IOException {
    try (ObjectBody body = store.get(key, options)) {
      return new String(body.stream().readAllBytes());
    }
  }

  private List<String> names() {
    return container.raw().names(container.name());
  }

  private List<String> segments() {
    return container.raw().names(container.segments());
  }

  @Test
  void aStaticOneIsAWhole() throws IOException {
    ObjectInfo made = upload(KEY, PutMode.OVERWRITE, "hello ", "world");
    ObjectInfo seen = store.head(KEY);
    assertThat(seen).usingRecursiveComparison().ignoringFields("lastModified").isEqualTo(made);
    assertThat(seen.length()).isEqualTo(11);
    ObjectInfo listed = store.list(ListOptions.tree("dir/")).objects().get(0);
    assertThat(listed.length()).isEqualTo(11);
    assertThat(listed.etag()).isEqualTo(seen.etag());
    GetOptions ranged = GetOptions.WHOLE.withRange(ByteRange.of(4, 4)).withIfMatch(seen.etag());
    assertThat(text(KEY, ranged)).isEqualTo("o wo");
    assertThatThrownBy(() -> store.get(KEY, GetOptions.WHOLE.withIfMatch("other")))
        .isInstanceOf(PreconditionFailedException.class);
    assertThat(segments()).hasSize(2).allMatch(name -> name.startsWith("segments/" + KEY));
  }

  @Test
  void aStaticOneIsDeletedWithItsSegments() throws IOException {
    upload(KEY, PutMode.OVERWRITE, "hello ", "world");
    store.delete(KEY);
    assertThat(names()).isEmpty();
    assertThat(segments()).isEmpty();
    upload("a", PutMode.OVERWRITE, "hello ", "world");
    store.put("b", content("plain"), PutOptions.OVERWRITE);
    store.put("c", Content.empty(), PutOptions.OVERWRITE);
    dynamic("d");
    assertThat(store.deleteAll(List.of("b", "d", "a", "c", "none"))).isEmpty();
    assertThat(names()).isEmpty();
    assertThat(segments()).isEmpty();
  }

  @Test
  void whateverReplacesALargeObjectTakesItsSegments() throws IOException {
    store.put("source", content("abc"), PutOptions.OVERWRITE);
    upload(KEY, PutMode.OVERWRITE, "hello ", "world");
    store.put(KEY, content("plain"), PutOptions.OVERWRITE);
    assertThat(text(KEY, GetOptions.WHOLE)).isEqualTo("plain");
    assertThat(segments()).isEmpty();

    upload(KEY, PutMode.OVERWRITE, "one");
    upload(KEY, PutMode.OVERWRITE, "two ", "parts");
    assertThat(text(KEY, GetOptions.WHOLE)).isEqualTo("two parts");
    assertThat(segments()).hasSize(2);

    store.copy("source", KEY);
    assertThat(text(KEY, GetOptions.WHOLE)).isEqualTo("abc");
    assertThat(segments()).isEmpty();

    dynamic("d");
    store.put("d", content("plain"), PutOptions.OVERWRITE);
    assertThat(names()).containsExactlyInAnyOrder("source", KEY, "d");
  }

  @Test
  void aDynamicOneIsReadAndListedAsAWhole() throws IOException {
    dynamic("d");
    assertThat(store.head("d").length()).isEqualTo(10);
    assertThat(text("d", GetOptions.WHOLE.withRange(ByteRange.from(3)))).isEqualTo("t1part2");
    ObjectInfo listed = store.list(ListOptions.tree("d")).objects().get(0);
    assertThat(listed.length()).isEqualTo(10);
    assertThat(listed.etag()).isEqualTo(store.head("d").etag());
    store.delete("d");
    assertThat(names()).isEmpty();
  }

  @Test
  void copiesShareNothing() throws IOException {
    upload("s", PutMode.OVERWRITE, "hello ", "world");
    dynamic("d");
    for (String source : List.of("s", "d")) {
      ObjectInfo before = store.head(source);
      String whole = text(source, GetOptions.WHOLE);
      ObjectInfo copied = store.copy(source, "copy of " + source);
      store.delete(source);
      assertThat(text("copy of " + source, GetOptions.WHOLE)).isEqualTo(whole);
      assertThat(store.head("copy of " + source))
          .usingRecursiveComparison()
          .ignoringFields("lastModified")
          .isEqualTo(copied);
      assertThat(copied.metadata()).isEqualTo(before.metadata());
    }
    store.deleteAll(List.of("copy of s", "copy of d"));
    assertThat(names()).isEmpty();
    assertThat(segments()).isEmpty();
  }

  @Test
  void whatAListingShowedOfThemIsCopiedWhole() throws IOException {
    dynamic("d");
    upload("s", PutMode.OVERWRITE, "hello ", "world");
    try (SwiftStore whole = SwiftStore.open(container.name(), container.settings(), 1000)) {
      for (ObjectInfo listed : store.list(ListOptions.tree("")).objects()) {
        String copy = "copy of " + listed.key();
        CopyOptions seen = CopyOptions.UNSEEN.withSource(listed).toMissing();
        for (SwiftStore each : List.of(store, whole)) {
          assertThat(each.copy(listed.key(), copy, seen).length()).isEqualTo(listed.length());
          assertThat(text(copy, GetOptions.WHOLE)).isEqualTo(text(listed.key(), GetOptions.WHOLE));
          each.delete(copy);
        }
      }
    }
  }

  @Test
  void anUploadIsKnownByItsKeyAndIdAlone() throws IOException {
    MultipartUploads uploads = store.uploads();
    String id = uploads.create(KEY, OPTIONS);
    List<UploadedPart> parts = parts(KEY, id, "hello");
    try (SwiftStore other = container.open()) {
      assertThat(other.uploads().list(UploadListOptions.under("dir/")).uploads())
          .singleElement()
          .satisfies(
              upload -> {
                assertThat(upload.key()).isEqualTo(KEY);
                assertThat(upload.uploadId()).isEqualTo(id);
              });
      other.uploads().complete(KEY, id, parts, PutMode.OVERWRITE);
      assertThat(other.uploads().list(UploadListOptions.under("")).uploads()).isEmpty();
    }
    assertThat(store.head(KEY).metadata()).isEqualTo(OPTIONS.metadata());
  }

  @Test
  void nothingStaysOfAnAbortedUploadNorOfPartsThatComeLate() throws IOException {
    MultipartUploads uploads = store.uploads();
    String id = uploads.create(KEY, OPTIONS);
    parts(KEY, id, "one", "two");
    uploads.abort(KEY, id);
    assertThat(segments()).isEmpty();
    assertThatThrownBy(() -> uploads.put(KEY, id, 3, content("late")))
        .isInstanceOf(UploadNotFoundException.class)
        .hasMessageContaining("there is no upload " + id);
    assertThat(segments()).isEmpty();
  }

  /** The state after a completion whose response was lost, or whose process died. */
  @Test
  void aCompletedUploadThatStillBearsItsMarkerCannotBeHarmed() throws IOException {
    MultipartUploads uploads = store.uploads();
    String id = uploads.create(KEY, OPTIONS);
    List<UploadedPart> parts = parts(KEY, id, "hello ", "world");
    uploads.complete(KEY, id, parts, PutMode.OVERWRITE);
    String marker = new SegmentLayout(container.name()).marker(KEY, id);
    String path = RawSwift.path(container.segments(), marker);
    Map<String, String> metadata = Map.of("X-Object-Meta-Owner", "me");
    container.raw().send("PUT", path, metadata, "");

    uploads.complete(KEY, id, parts, PutMode.OVERWRITE);
    assertThat(text(KEY, GetOptions.WHOLE)).isEqualTo("hello world");
    container.raw().send("PUT", path, metadata, "");
    uploads.abort(KEY, id);
    assertThat(text(KEY, GetOptions.WHOLE)).isEqualTo("hello world");
    assertThat(uploads.list(UploadListOptions.under("")).uploads()).isEmpty();
    assertThatThrownBy(() -> uploads.put(KEY, id, 1, content("hello ")))
        .isInstanceOf(UploadNotFoundException.class);
    assertThat(text(KEY, GetOptions.WHOLE)).isEqualTo("hello world");
  }

  @Test
  void aRefusedCreationLeavesTheOldObjectAndItsSegments() throws IOException {
    upload(KEY, PutMode.OVERWRITE, "hello ", "world");
    assertThatThrownBy(() -> upload(KEY, PutMode.CREATE_IF_ABSENT, "other"))
        .isInstanceOf(PreconditionFailedException.class);
    assertThatThrownBy(() -> store.put(KEY, content("x"), PutOptions.CREATE_IF_ABSENT))
        .isInstanceOf(PreconditionFailedException.class);
    assertThat(text(KEY, GetOptions.WHOLE)).isEqualTo("hello world");
  }

  @Test
  void theSegmentsLieAndAreSharedAsTheObjectsAre() throws IOException {
    container
        .raw()
        .send("POST", "/" + container.name(), Map.of("X-Container-Read", ".r:*,.rlistings"), "");
    upload("a", PutMode.OVERWRITE, "hello");
    var seen = container.raw().send("HEAD", "/" + container.segments(), Map.of(), "").headers();
    assertThat(seen.firstValue("X-Container-Read")).contains(".r:*,.rlistings");
    assertThat(seen.firstValue("X-Storage-Policy")).contains("Policy-0");
  }

  @Test
  void deletesASegmentThatIsAManifestItself() throws IOException {
    upload("inner", PutMode.OVERWRITE, "hello ", "world");
    String manifest = "[{\"path\":\"/" + container.name() + "/inner\"},{\"data\":\"Ynll\"}]";
    String path = RawSwift.path(container.name(), "outer") + "?multipart-manifest=put";
    assertThat(container.raw().send("PUT", path, Map.of(), manifest).statusCode()).isEqualTo(201);
    assertThat(text("outer", GetOptions.WHOLE)).isEqualTo("hello worldbye");
    store.put("outer", content("plain"), PutOptions.OVERWRITE);
    assertThat(names()).containsExactly("outer");
    assertThat(segments()).isEmpty();
    assertThatThrownBy(() -> store.head("inner")).isInstanceOf(ObjectNotFoundException.class);
  }

  @Test
  void aKeyWithoutRoomForItsPartsNamesIsRefusedAtOnce() {
    String longest = Stream.generate(() -> "k").limit(1000).reduce("", String::concat);
    assertThatThrownBy(() -> store.uploads().create(longest, OPTIONS))
        .hasMessageContaining("bytes too long for an upload in parts");
    assertThat(segments()).isEmpty();
  }
}
