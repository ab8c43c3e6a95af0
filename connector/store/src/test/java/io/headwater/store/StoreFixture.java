package io.headwater.store;

import io.headwater.store.content.ByteRange;
import io.headwater.store.content.Content;
import io.headwater.store.exception.TransientStoreException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/**
 * The environment of the contract's parts: a store, keys that are unique to a test, and shorthands.
 */
public interface StoreFixture {
  /** The store under test, the same for all tests of a class. */
  ObjectStore store();

  /** A prefix that is unique to this test, with a final slash. */
  String prefix();

  /**
   * Whether the store treats keys as plain strings: {@code a} and {@code a/b} may both be objects,
   * and {@code a//b} and {@code /a} are keys. False if keys become paths of a file system.
   */
  default boolean keysAreFlat() {
    return true;
  }

  /** A key that is unique to this test. */
  default String key(String name) {
    return prefix() + name;
  }

  /** Whether the store declares a capability. */
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

  /** The complete object, as text. */
  default String text(String name) throws IOException {
    return new String(bytes(key(name)), StandardCharsets.UTF_8);
  }

  /** The complete object. A broken body is resumed, as in every reader. */
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

  /** Pseudo-random bytes that are the same in every run. */
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

  /** The keys in a listing, without this test's prefix. */
  default List<String> names(ListOptions options) throws IOException {
    return pages(options).stream()
        .flatMap(page -> page.objects().stream())
        .map(object -> object.key().substring(prefix().length()))
        .toList();
  }

  /** The rolled-up prefixes in a listing, without this test's prefix. */
  default List<String> folders(ListOptions options) throws IOException {
    return pages(options).stream()
        .flatMap(page -> page.prefixes().stream())
        .map(folder -> folder.substring(prefix().length()))
        .toList();
  }
}
