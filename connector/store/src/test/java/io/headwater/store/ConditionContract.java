package io.headwater.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwater.store.exception.ObjectNotFoundException;
import io.headwater.store.exception.PreconditionFailedException;
import io.headwater.store.exception.UnsupportedByStoreException;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Conditional writes. */
public interface ConditionContract extends StoreFixture {
  /** The number of racing writers. */
  int RACERS = 16;

  @Test
  default void createsOnlyWhatIsAbsent() throws IOException {
    PutOptions create = PutOptions.CREATE_IF_ABSENT;
    if (!has(Capability.CREATE_IF_ABSENT)) {
      assertThatThrownBy(() -> store().put(key("a"), content("1"), create))
          .isInstanceOf(UnsupportedByStoreException.class);
      assertThat(names(ListOptions.tree(prefix()))).isEmpty();
      return;
    }
    store().put(key("a"), content("1"), create);
    assertThatThrownBy(() -> store().put(key("a"), content("2"), create))
        .isInstanceOf(PreconditionFailedException.class);
    assertThat(text("a")).isEqualTo("1");
    store().delete(key("a"));
    store().put(key("a"), content("3"), create);
    assertThat(text("a")).isEqualTo("3");
  }

  @Test
  default void replacesOnlyWhatMatches() throws IOException {
    String first = put("a", "1").etag();
    PutOptions replace = replacing(first);
    if (!has(Capability.REPLACE_IF_MATCH)) {
      assertThatThrownBy(() -> store().put(key("a"), content("2"), replace))
          .isInstanceOf(UnsupportedByStoreException.class);
      assertThat(text("a")).isEqualTo("1");
      return;
    }
    store().put(key("a"), content("2"), replace);
    assertThatThrownBy(() -> store().put(key("a"), content("3"), replace))
        .isInstanceOf(PreconditionFailedException.class);
    assertThatThrownBy(() -> store().put(key("none"), content("3"), replace))
        .isInstanceOf(PreconditionFailedException.class);
    assertThat(text("a")).isEqualTo("2");
    assertThat(names(ListOptions.tree(prefix()))).containsExactly("a");
  }

  private static PutOptions replacing(String etag) {
    return new PutOptions(new PutMode.ReplaceIfMatch(etag), Map.of());
  }

  @Test
  default void completesAnUploadOnlyIfItsConditionIsMet() throws IOException {
    if (!has(Capability.MULTIPART_UPLOAD)) {
      return;
    }
    if (!has(Capability.CONDITIONAL_COMPLETION)) {
      assertThatThrownBy(() -> complete("created", PutMode.CREATE_IF_ABSENT, "1"))
          .isInstanceOf(UnsupportedByStoreException.class);
      assertThat(names(ListOptions.tree(prefix()))).isEmpty();
      return;
    }
    if (has(Capability.CREATE_IF_ABSENT)) {
      complete("created", PutMode.CREATE_IF_ABSENT, "1");
      assertThatThrownBy(() -> complete("created", PutMode.CREATE_IF_ABSENT, "2"))
          .isInstanceOf(PreconditionFailedException.class);
      assertThat(text("created")).isEqualTo("1");
    }
    PutMode replace = new PutMode.ReplaceIfMatch(put("a", "1").etag());
    if (!has(Capability.REPLACE_IF_MATCH)) {
      assertThatThrownBy(() -> complete("a", replace, "2"))
          .isInstanceOf(UnsupportedByStoreException.class);
      assertThat(text("a")).isEqualTo("1");
      return;
    }
    complete("a", replace, "2");
    assertThatThrownBy(() -> complete("a", replace, "3"))
        .isInstanceOf(PreconditionFailedException.class);
    assertThat(text("a")).isEqualTo("2");
  }

  private void complete(String name, PutMode mode, String text) throws IOException {
    MultipartUploads uploads = store().uploads();
    String id = uploads.create(key(name), PutOptions.OVERWRITE);
    UploadedPart part = uploads.put(key(name), id, 1, content(text));
    uploads.complete(key(name), id, List.of(part), mode);
  }

  @Test
  default void copiesOnlyToWhatIsAbsent() throws Exception {
    ObjectInfo source = put("from", "1");
    for (CopyOptions each :
        List.of(CopyOptions.UNSEEN, CopyOptions.UNSEEN.withSource(source).toMissing())) {
      CopyOptions create = each.creating();
      if (!has(Capability.ATOMIC_CONDITIONS)) {
        assertThatThrownBy(() -> store().copy(key("from"), key("to"), create))
            .isInstanceOf(UnsupportedByStoreException.class);
        continue;
      }
      ObjectInfo copied = store().copy(key("from"), key("to"), create);
      assertThat(copied.etag()).isEqualTo(store().head(key("to")).etag());
      put("from", "2");
      assertThatThrownBy(() -> store().copy(key("from"), key("to"), create))
          .isInstanceOf(PreconditionFailedException.class);
      assertThat(text("to")).isEqualTo("1");
      assertThatThrownBy(() -> store().copy(key("none"), key("other"), create))
          .isInstanceOf(ObjectNotFoundException.class);
      store().delete(key("to"));
      put("from", "1");
    }
  }

  @Test
  default void letsOneOfRacingCreatorsWin() throws Exception {
    if (!has(Capability.CREATE_IF_ABSENT)) {
      return;
    }
    List<Integer> winners =
        Race.winners(
            RACERS,
            racer ->
                store().put(key("raced"), content("racer " + racer), PutOptions.CREATE_IF_ABSENT));
    assertThat(winners).isNotEmpty();
    if (has(Capability.ATOMIC_CONDITIONS)) {
      assertThat(winners).hasSize(1);
    }
    assertThat(winners).extracting(winner -> "racer " + winner).contains(text("raced"));
  }

  @Test
  default void letsOneOfRacingReplacersWin() throws Exception {
    if (!has(Capability.REPLACE_IF_MATCH) || !has(Capability.ATOMIC_CONDITIONS)) {
      return;
    }
    PutOptions replace = replacing(put("raced", "before").etag());
    List<Integer> winners =
        Race.winners(
            RACERS, racer -> store().put(key("raced"), content("racer " + racer), replace));
    assertThat(winners).hasSize(1);
    assertThat(text("raced")).isEqualTo("racer " + winners.get(0));
  }

  @Test
  default void servesManyThreadsAtOnce() throws Exception {
    List<Integer> done =
        Race.winners(
            RACERS,
            racer -> {
              for (int i : IntStream.range(0, 5).toArray()) {
                put(racer + "/" + i, racer + " " + i);
                assertThat(text(racer + "/" + i)).isEqualTo(racer + " " + i);
              }
            });
    assertThat(done).hasSize(RACERS);
    assertThat(names(ListOptions.tree(prefix()))).hasSize(RACERS * 5);
  }
}
