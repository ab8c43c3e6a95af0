package io.headwater.store.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwater.store.ListOptions;
import io.headwater.store.ListPage;
import io.headwater.store.ObjectInfo;
import io.headwater.store.PutOptions;
import io.headwater.store.content.Content;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** The pages of any size together equal a set of keys sorted by their bytes. */
final class MemoryListingTest {
  @Provide
  Arbitrary<String> text() {
    // Few characters, so that keys share prefixes. Two of them sort differently in UTF-16.
    return Arbitraries.of("a", "b", "/", "-", "ｚ", "😀")
        .list()
        .ofMaxSize(5)
        .map(parts -> String.join("", parts));
  }

  @Provide
  Arbitrary<Set<String>> keys() {
    return text().filter(key -> !key.isEmpty()).set().ofMaxSize(30);
  }

  @Property
  void pagesOfATreeMakeTheWhole(
      @ForAll("keys") Set<String> keys,
      @ForAll("text") String prefix,
      @ForAll("text") String startAfter,
      @ForAll @IntRange(min = 1, max = 7) int limit)
      throws IOException {
    ListOptions options = ListOptions.tree(prefix).withStartAfter(startAfter).withLimit(limit);
    List<String> found = new ArrayList<>();
    for (ListPage page : pages(keys, options)) {
      assertThat(page.objects()).hasSizeLessThanOrEqualTo(limit);
      page.objects().stream().map(ObjectInfo::key).forEach(found::add);
    }
    assertThat(found).containsExactlyElementsOf(chosen(keys, prefix, startAfter));
  }

  @Property
  void pagesOfChildrenMakeTheWhole(
      @ForAll("keys") Set<String> keys,
      @ForAll("text") String prefix,
      @ForAll @IntRange(min = 1, max = 7) int limit)
      throws IOException {
    List<String> objects = new ArrayList<>();
    List<String> prefixes = new ArrayList<>();
    for (ListPage page : pages(keys, ListOptions.children(prefix).withLimit(limit))) {
      assertThat(page.objects().size() + page.prefixes().size()).isLessThanOrEqualTo(limit);
      page.objects().stream().map(ObjectInfo::key).forEach(objects::add);
      prefixes.addAll(page.prefixes());
    }
    SortedSet<String> expectedObjects = byBytes();
    SortedSet<String> expectedPrefixes = byBytes();
    for (String key : chosen(keys, prefix, "")) {
      int slash = key.indexOf('/', prefix.length());
      if (slash < 0) {
        expectedObjects.add(key);
      } else {
        expectedPrefixes.add(key.substring(0, slash + 1));
      }
    }
    assertThat(objects).containsExactlyElementsOf(expectedObjects);
    assertThat(prefixes).containsExactlyElementsOf(expectedPrefixes);
  }

  private static List<ListPage> pages(Set<String> keys, ListOptions first) throws IOException {
    MemoryStore store = new MemoryStore("paged");
    for (String key : keys) {
      store.put(key, Content.empty(), PutOptions.OVERWRITE);
    }
    List<ListPage> pages = new ArrayList<>();
    Optional<ListOptions> next = Optional.of(first);
    while (next.isPresent()) {
      ListOptions options = next.get();
      pages.add(store.list(options));
      next = pages.get(pages.size() - 1).next().map(options::after);
    }
    return pages;
  }

  private static SortedSet<String> chosen(Set<String> keys, String prefix, String startAfter) {
    SortedSet<String> chosen = byBytes();
    keys.stream().filter(key -> key.startsWith(prefix)).forEach(chosen::add);
    chosen.removeIf(key -> compareBytes(key, startAfter) <= 0);
    return chosen;
  }

  private static SortedSet<String> byBytes() {
    return new TreeSet<>(MemoryListingTest::compareBytes);
  }

  private static int compareBytes(String left, String right) {
    return Arrays.compareUnsigned(
        left.getBytes(StandardCharsets.UTF_8), right.getBytes(StandardCharsets.UTF_8));
  }
}
