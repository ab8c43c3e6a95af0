package io.headwater.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwater.store.exception.ObjectNotFoundException;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Deletes. */
public interface DeleteContract extends StoreFixture {
  @Test
  default void deletesAnObjectOnceAndAgain() throws IOException {
    put("a", "1");
    store().delete(key("a"));
    assertThatThrownBy(() -> store().head(key("a"))).isInstanceOf(ObjectNotFoundException.class);
    store().delete(key("a"));
    store().delete(key("never/was"));
  }

  @Test
  default void deletesOnlyTheNamedObject() throws IOException {
    put("dir/a", "1");
    put("dir/ab", "2");
    put("dir2/a", "3");
    store().delete(key("dir/a"));
    assertThat(names(ListOptions.tree(prefix()))).containsExactly("dir/ab", "dir2/a");
  }

  @Test
  default void deletesManyAtOnce() throws IOException {
    List<String> names = List.of("a", "b c", "d+e%", "ü<&>", "x/y");
    for (String name : names) {
      put(name, name);
    }
    put("kept", "1");
    assertThat(store().deleteAll(names.stream().map(this::key).toList())).isEmpty();
    assertThat(names(ListOptions.tree(prefix()))).containsExactly("kept");
    assertThat(store().deleteAll(List.of(key("a"), key("never")))).isEmpty();
    assertThat(store().deleteAll(List.of())).isEmpty();
  }

  @Test
  default void deletesMoreThanOneRequestTakes() throws IOException {
    List<String> keys =
        IntStream.rangeClosed(0, ObjectStore.BULK_DELETE_LIMIT)
            .mapToObj(i -> key("k" + i))
            .toList();
    put("k0", "in the first request");
    put("k" + ObjectStore.BULK_DELETE_LIMIT, "in the second");
    assertThat(store().deleteAll(keys)).isEmpty();
    assertThat(names(ListOptions.tree(prefix()))).isEmpty();
  }
}
