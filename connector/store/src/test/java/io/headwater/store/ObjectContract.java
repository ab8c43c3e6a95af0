package io.headwater.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwater.store.content.Content;
import io.headwater.store.exception.ObjectNotFoundException;
import io.headwater.store.exception.TransientStoreException;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Writing, reading and copying complete objects. */
public interface ObjectContract extends StoreFixture {
  @Test
  default void reportsTheSameObjectInfoByEveryRequest() throws IOException {
    PutOptions options = PutOptions.OVERWRITE.withMetadata(Map.of("owner", "me", "x-y", "1 2"));
    ObjectInfo written = store().put(key("a"), content("hello"), options);
    ObjectInfo seen = store().head(key("a"));
    assertThat(written.key()).isEqualTo(key("a"));
    assertThat(written.length()).isEqualTo(5);
    assertThat(written.metadata()).isEqualTo(options.metadata());
    assertThat(written.etag()).isNotEmpty().doesNotContain("\"");
    assertThat(seen).usingRecursiveComparison().ignoringFields("lastModified").isEqualTo(written);
    try (ObjectBody body = store().get(key("a"), GetOptions.WHOLE)) {
      assertThat(body.info()).isEqualTo(seen);
      assertThat(body.start()).isZero();
      assertThat(body.length()).isEqualTo(5);
    }
    assertThat(text("a")).isEqualTo("hello");
  }

  @Test
  default void keepsObjectsWithoutBytes() throws IOException {
    assertThat(put("empty", "").length()).isZero();
    assertThat(store().head(key("empty")).length()).isZero();
    assertThat(text("empty")).isEmpty();
  }

  @Test
  default void keepsEveryByteOfALargeObject() throws IOException {
    byte[] bytes = noise(9 << 20);
    store().put(key("large"), Content.of(bytes), PutOptions.OVERWRITE);
    assertThat(bytes(key("large"))).isEqualTo(bytes);
  }

  @Test
  default void replacesAnObjectWholeWithItsMetadata() throws IOException {
    PutOptions options = PutOptions.OVERWRITE.withMetadata(Map.of("old", "1"));
    String before = store().put(key("a"), content("before"), options).etag();
    String after = put("a", "now").etag();
    assertThat(text("a")).isEqualTo("now");
    assertThat(after).isNotEqualTo(before);
    assertThat(store().head(key("a")).metadata()).isEmpty();
  }

  @Test
  default void reportsThatThereIsNoObject() {
    assertThatThrownBy(() -> store().head(key("none")))
        .isInstanceOf(ObjectNotFoundException.class)
        .hasMessageContaining(key("none"));
    assertThatThrownBy(() -> store().get(key("none"), GetOptions.WHOLE))
        .isInstanceOf(ObjectNotFoundException.class);
    assertThatThrownBy(() -> store().copy(key("none"), key("target")))
        .isInstanceOf(ObjectNotFoundException.class);
  }

  @Test
  default void takesEveryCharacterInAKey() throws IOException {
    for (String name :
        List.of(
            "space s",
            "plus+",
            "percent%41%",
            "equals=1",
            "what?x=y",
            "hash#1",
            "umlaut-ü",
            "snow-☃",
            "emoji-😀",
            "quote'\"",
            "amp&<>;:@$,!*()[]{}|^`~",
            "tab\tx",
            "back\\slash")) {
      put("from " + name, name);
      store().copy(key("from " + name), key("dir/" + name));
      assertThat(store().head(key("dir/" + name)).length()).as(name).isPositive();
      assertThat(text("dir/" + name)).isEqualTo(name);
      assertThat(names(ListOptions.tree(key("dir/" + name)))).containsExactly("dir/" + name);
      store().delete(key("dir/" + name));
      assertThat(names(ListOptions.tree(key("dir/")))).as(name).isEmpty();
    }
  }

  @Test
  default void takesKeysThatAreNoPaths() throws IOException {
    if (!keysAreFlat()) {
      return;
    }
    for (String name : List.of("a", "a/", "a/b", "a//b", "a/./b", "a/../b", "/")) {
      put(name, "is " + name);
    }
    assertThat(text("a//b")).isEqualTo("is a//b");
    assertThat(text("a/")).isEqualTo("is a/");
    assertThat(names(ListOptions.tree(prefix())))
        .containsExactly("/", "a", "a/", "a/../b", "a/./b", "a//b", "a/b");
    String leading = "/" + key("x");
    store().put(leading, content("leading"), PutOptions.OVERWRITE);
    assertThat(bytes(leading)).asString().isEqualTo("leading");
    store().delete(leading);
    assertThatThrownBy(() -> store().head(leading)).isInstanceOf(ObjectNotFoundException.class);
  }

  @Test
  default void copiesBytesAndMetadata() throws IOException {
    PutOptions options = PutOptions.OVERWRITE.withMetadata(Map.of("owner", "me"));
    store().put(key("a"), content("hello"), options);
    put("b", "is replaced");
    ObjectInfo copied = store().copy(key("a"), key("b"));
    assertThat(copied.key()).isEqualTo(key("b"));
    assertThat(copied.length()).isEqualTo(5);
    assertThat(copied.etag()).isEqualTo(store().head(key("b")).etag());
    assertThat(store().head(key("b")).metadata()).isEqualTo(options.metadata());
    assertThat(text("b")).isEqualTo("hello");
    assertThat(text("a")).isEqualTo("hello");
  }

  @Test
  default void copiesWhatWasSeenInAListing() throws IOException {
    PutOptions options = PutOptions.OVERWRITE.withMetadata(Map.of("owner", "me"));
    store().put(key("a"), content("hello"), options);
    CopyOptions seen = CopyOptions.UNSEEN.withSource(listed("a")).toMissing();
    ObjectInfo copied = store().copy(key("a"), key("b"), seen);
    assertThat(copied.key()).isEqualTo(key("b"));
    assertThat(copied.length()).isEqualTo(5);
    assertThat(copied.etag()).isEqualTo(store().head(key("b")).etag());
    assertThat(store().head(key("b")).metadata()).isEqualTo(options.metadata());
    assertThat(text("b")).isEqualTo("hello");
  }

  @Test
  default void copiesTheCurrentSourceThoughAnOlderOneWasSeen() throws IOException {
    put("a", "hello");
    CopyOptions seen = CopyOptions.UNSEEN.withSource(listed("a"));
    put("a", "longer now");
    assertThat(store().copy(key("a"), key("b"), seen).length()).isEqualTo(10);
    assertThat(text("b")).isEqualTo("longer now");
    store().delete(key("a"));
    assertThatThrownBy(() -> store().copy(key("a"), key("c"), seen))
        .isInstanceOf(ObjectNotFoundException.class);
  }

  private ObjectInfo listed(String name) throws IOException {
    return store().list(ListOptions.tree(key(name))).objects().get(0);
  }

  @Test
  default void copiesAnObjectOntoItself() throws IOException {
    put("a", "hello");
    assertThat(store().copy(key("a"), key("a")).length()).isEqualTo(5);
    assertThat(text("a")).isEqualTo("hello");
  }

  @Test
  default void writesNothingOfContentThatCannotBeRead() {
    Content broken =
        new Content() {
          @Override
          public long length() {
            return 10;
          }

          @Override
          public InputStream open() throws IOException {
            throw new IOException("the disk is gone");
          }
        };
    assertThatThrownBy(() -> store().put(key("a"), broken, PutOptions.OVERWRITE))
        .isInstanceOf(IOException.class)
        .isNotInstanceOf(TransientStoreException.class)
        .hasMessageContaining("the disk is gone");
    assertThatThrownBy(() -> store().head(key("a"))).isInstanceOf(ObjectNotFoundException.class);
  }
}
