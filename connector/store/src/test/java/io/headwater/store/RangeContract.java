package io.headwater.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwater.store.content.ByteRange;
import io.headwater.store.content.Content;
import io.headwater.store.exception.PreconditionFailedException;
import io.headwater.store.exception.RangeNotSatisfiableException;
import io.headwater.store.exception.TransientStoreException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Reading ranges of objects, objects with a given ETag, and closing unread bodies. */
public interface RangeContract extends StoreFixture {
  @Test
  default void readsRanges() throws IOException {
    put("digits", "0123456789");
    assertRange(ByteRange.from(0), 0, "0123456789");
    assertRange(ByteRange.from(9), 9, "9");
    assertRange(ByteRange.of(0, 1), 0, "0");
    assertRange(ByteRange.of(3, 4), 3, "3456");
    assertRange(ByteRange.of(8, 100), 8, "89");
    assertRange(ByteRange.last(3), 7, "789");
    assertRange(ByteRange.last(10), 0, "0123456789");
    assertRange(ByteRange.last(100), 0, "0123456789");
  }

  private void assertRange(ByteRange range, long start, String expected) throws IOException {
    ObjectInfo whole = store().head(key("digits"));
    try (ObjectBody body = store().get(key("digits"), GetOptions.WHOLE.withRange(range))) {
      assertThat(body.start()).as(range.toHeader()).isEqualTo(start);
      assertThat(body.length()).as(range.toHeader()).isEqualTo(expected.length());
      assertThat(body.info()).as(range.toHeader()).isEqualTo(whole);
    }
    assertThat(part(range)).isEqualTo(expected);
  }

  /** A broken body is requested again. Short ranges need no resuming. */
  private String part(ByteRange range) throws IOException {
    while (true) {
      try (ObjectBody body = store().get(key("digits"), GetOptions.WHOLE.withRange(range))) {
        return new String(body.stream().readAllBytes(), StandardCharsets.UTF_8);
      } catch (TransientStoreException e) {
        assertThat(e).hasMessageContaining("injected");
      }
    }
  }

  @Test
  default void refusesRangesThatBeginAtTheEnd() throws IOException {
    put("digits", "0123456789");
    put("empty", "");
    assertRefused("digits", ByteRange.from(10));
    assertRefused("digits", ByteRange.of(11, 5));
    assertRefused("empty", ByteRange.from(0));
    assertRefused("empty", ByteRange.of(0, 1));
  }

  private void assertRefused(String name, ByteRange range) {
    assertThatThrownBy(() -> store().get(key(name), GetOptions.WHOLE.withRange(range)).close())
        .as(name + " " + range.toHeader())
        .isInstanceOf(RangeNotSatisfiableException.class);
  }

  @Test
  default void readsOnlyTheObjectOfTheExpectedETag() throws IOException {
    String before = put("a", "before").etag();
    GetOptions options = GetOptions.WHOLE.withIfMatch(before);
    try (ObjectBody body = store().get(key("a"), options)) {
      assertThat(body.length()).isEqualTo(6);
    }
    put("a", "after");
    assertThatThrownBy(() -> store().get(key("a"), options).close())
        .isInstanceOf(PreconditionFailedException.class);
    assertThatThrownBy(() -> store().get(key("a"), options.withRange(ByteRange.of(1, 2))).close())
        .isInstanceOf(PreconditionFailedException.class);
  }

  @Test
  default void goesOnAfterBodiesThatWereClosedUnread() throws IOException {
    store().put(key("large"), Content.of(noise(2 << 20)), PutOptions.OVERWRITE);
    put("small", "hello");
    for (int i = 0; i < 100; i++) {
      try (ObjectBody body = store().get(key(i % 2 == 0 ? "large" : "small"), GetOptions.WHOLE)) {
        assertThat(body.length()).isPositive();
      }
    }
    assertThat(text("small")).isEqualTo("hello");
  }

  @Test
  default void aClosedBodyCanBeClosedAgain() throws IOException {
    put("a", "hello");
    ObjectBody body = store().get(key("a"), GetOptions.WHOLE);
    body.close();
    body.close();
    assertThat(text("a")).isEqualTo("hello");
  }
}
