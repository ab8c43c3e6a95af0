package io.headwater.store;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** What the parts of the contract need: a store, keys that no other test has, and shorthands. */
public interface StoreFixture {
  /** The store under test; the same for all tests of a class. */
  ObjectStore store();

  /** A prefix of this test's own, with a final slash. */
  String prefix();

  /**
   * Whether keys are plain strings to the store: {@code a} and {@code a/b} may both be objects, and
   * {@code a//b} and {@code /a} are keys. Not so where keys become paths of a file system.
   */
  default boolean keysAreFlat() {
    return true;
  }

  /** A key of this test's own. */
  default String key(String name) {
    return prefix() + name;
  }

  /** Whether the store declares it. */
  default boolean has(Capability capability) {
    return store().capabilities().contains(capability);
  }

  /** Writes an object. */
  default ObjectInfo put(String name, String text) throws IOException {
    return store().put(key(name), content(text), PutOptions.OVERWRITE);
  }

  /** A text as content. */
  default Content content(String text) {
    return Content.of(text.getBytes(StandardCharsets.UTF_8));
  }

  /** The whole object, as text. */
  default String text(String name) throws IOException {
    return new String(bytes(key(name)), StandardCharsets.UTF_8);
  }

  /** The whole object. A body that breaks is resumed, as every reader must. */
  default byte[] bytes(String key) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    long length = Long.MAX_VALUE;
    while (all.size() < length) {
      GetOptions rest =
          all.size() == 0
              ? GetOptions.WHOLE
              : GetOptions.WHOLE.withRange(ByteRange.from(all.size()));
      try (ObjectBody body = store().get(key, rest)) {
        length = body.info().length();
        append(body, all);
      } catch (TransientStoreException e) {
        if (length == Long.MAX_VALUE) {
          throw e;
        }
      }
    }
    return all.toByteArray();
  }

  private static void append(ObjectBody body, ByteArrayOutputStream all) throws IOException {
    byte[] buffer = new byte[1 << 16];
    for (int read = body.stream().read(buffer); read >= 0; read = body.stream().read(buffer)) {
      all.write(buffer, 0, read);
    }
  }

  /** Bytes that look random and are the same at every run. */
  default byte[] noise(int length) {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }

  /** All the pages of a listing. */
  default List<ListPage> pages(ListOptions first) throws IOException {
    List<ListPage> pages = new ArrayList<>();
    Optional<ListOptions> next = Optional.of(first);
    while (next.isPresent()) {
      ListOptions options = next.get();
      ListPage page = store().list(options);
      pages.add(page);
      next = page.next().map(options::after);
    }
    return pages;
  }

  /** The keys that a listing finds, without this test's prefix. */
  default List<String> names(ListOptions options) throws IOException {
    return pages(options).stream()
        .flatMap(page -> page.objects().stream())
        .map(object -> object.key().substring(prefix().length()))
        .toList();
  }

  /** The rolled-up prefixes that a listing finds, without this test's prefix. */
  default List<String> folders(ListOptions options) throws IOException {
    return pages(options).stream()
        .flatMap(page -> page.prefixes().stream())
        .map(folder -> folder.substring(prefix().length()))
        .toList();
  }
}
