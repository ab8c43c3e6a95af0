package io.headwater.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** Listings. */
public interface ListContract extends StoreFixture {
  @Test
  default void listsATreeInTheOrderOfItsBytes() throws IOException {
    List<String> names = List.of("A", "a-", "a/b", "a/c/d", "aa", "b", "é", "ｚ", "😀");
    for (String name : names) {
      put(name, name);
    }
    assertThat(names(ListOptions.tree(prefix()))).containsExactlyElementsOf(names);
    assertThat(names(ListOptions.tree(key("a")))).containsExactly("a-", "a/b", "a/c/d", "aa");
    assertThat(names(ListOptions.tree(key("a/")))).containsExactly("a/b", "a/c/d");
    assertThat(names(ListOptions.tree(key("nothing")))).isEmpty();
  }

  @Test
  default void listsLengthETagAndTime() throws IOException {
    ObjectInfo written = put("a", "hello");
    ObjectInfo listed = store().list(ListOptions.tree(prefix())).objects().get(0);
    assertThat(listed.length()).isEqualTo(5);
    assertThat(listed.etag()).isEqualTo(written.etag());
    assertThat(listed.lastModified().getEpochSecond())
        .isCloseTo(store().head(key("a")).lastModified().getEpochSecond(), Offset.offset(1L));
    assertThat(listed.metadata()).isEmpty();
  }

  @Test
  default void rollsUpWhatLiesDeeper() throws IOException {
    for (String name : List.of("d/x", "d/y", "e/f/z", "file", "g/1")) {
      put(name, name);
    }
    ListOptions children = ListOptions.children(prefix());
    assertThat(names(children)).containsExactly("file");
    assertThat(folders(children)).containsExactly("d/", "e/", "g/");
    assertThat(names(children.withLimit(1))).containsExactly("file");
    assertThat(folders(children.withLimit(1))).containsExactly("d/", "e/", "g/");
    assertThat(names(ListOptions.children(key("d/")))).containsExactly("d/x", "d/y");
    assertThat(folders(ListOptions.children(key("e")))).containsExactly("e/");
    assertThat(folders(ListOptions.children(key("e/")))).containsExactly("e/f/");
  }

  @Test
  default void listsAnObjectWhoseKeyIsThePrefix() throws IOException {
    put("d/", "");
    put("d/x", "x");
    assertThat(names(ListOptions.tree(key("d/")))).containsExactly("d/", "d/x");
    assertThat(names(ListOptions.children(key("d/")))).containsExactly("d/", "d/x");
    assertThat(names(ListOptions.children(key("d/")).withLimit(1))).containsExactly("d/", "d/x");
  }

  @Test
  default void startsAfterAKey() throws IOException {
    for (String name : List.of("1", "2", "3", "4")) {
      put(name, name);
    }
    ListOptions options = ListOptions.tree(prefix());
    assertThat(names(options.withStartAfter(key("2")))).containsExactly("3", "4");
    assertThat(names(options.withStartAfter(key("2x")))).containsExactly("3", "4");
    assertThat(names(options.withStartAfter(key("0")))).containsExactly("1", "2", "3", "4");
    assertThat(names(options.withStartAfter(key("4")))).isEmpty();
    assertThat(names(options.withStartAfter(key("1")).withLimit(1))).containsExactly("2", "3", "4");
    assertThat(names(options.within("3").withStartAfter(key("1")))).containsExactly("3");
    assertThat(names(options.within("3").withStartAfter(key("3x")))).isEmpty();
  }

  @Test
  default void pagesWithoutLossAndTwins() throws IOException {
    List<String> names = IntStream.range(0, 23).mapToObj(i -> String.format("%03d", i)).toList();
    for (String name : names) {
      put(name, name);
    }
    for (int limit : List.of(1, 4, 22, 23, 24)) {
      ListOptions options = ListOptions.tree(prefix()).withLimit(limit);
      assertThat(names(options)).as("limit " + limit).containsExactlyElementsOf(names);
      assertThat(pages(options))
          .allSatisfy(page -> assertThat(page.objects()).hasSizeLessThanOrEqualTo(limit));
    }
  }

  @Test
  default void listsWhatWasWrittenAndNotWhatWasDeleted() throws IOException {
    put("a", "1");
    put("b", "2");
    store().delete(key("a"));
    assertThat(names(ListOptions.tree(prefix()))).containsExactly("b");
  }
}
