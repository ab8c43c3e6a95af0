package io.headwater.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwater.commit.ExclusivePut.Written;
import io.headwater.store.GetOptions;
import io.headwater.store.ListOptions;
import io.headwater.store.ObjectBody;
import io.headwater.store.ObjectInfo;
import io.headwater.store.ObjectStore;
import io.headwater.store.PutOptions;
import io.headwater.store.content.Content;
import io.headwater.testing.Soak;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The required behaviour of {@link ExclusivePut} on every store. A subclass creates a store. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ExclusivePutContract {
  private static final int RACERS = Soak.size(4, 16);
  private static final int ROUNDS = Soak.size(2, 5);

  private ObjectStore store;

  /** A store with an empty bucket. */
  abstract ObjectStore open() throws IOException;

  /** Removes what {@link #open} created, after the store was closed. */
  void discard() {}

  @BeforeAll
  final void openStore() throws IOException {
    store = open();
  }

  @AfterAll
  final void closeStore() throws IOException {
    if (store == null) {
      return; // Its server is not installed.
    }
    try {
      store.close();
    } finally {
      discard();
    }
  }

  private static String freshKey() {
    return "dataset-" + UUID.randomUUID() + "/_SUCCESS";
  }

  private static Content content(String text) {
    return Content.of(text.getBytes(StandardCharsets.UTF_8));
  }

  private Written put(String key, String text, Optional<String> seen, String id)
      throws IOException {
    return ExclusivePut.at(store).put(key, content(text), seen, id);
  }

  /** Writes and deletes the claim, like a caller. */
  private ObjectInfo putAndTidy(String key, String text, Optional<String> seen, String id)
      throws IOException {
    Written written = put(key, text, seen, id);
    assertThat(store.deleteAll(written.leftovers())).isEmpty();
    return written.object();
  }

  private String text(String key) throws IOException {
    try (ObjectBody body = store.get(key, GetOptions.WHOLE)) {
      return new String(body.stream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private List<String> keysBeside(String key) throws IOException {
    return store.list(ListOptions.tree(key)).objects().stream().map(ObjectInfo::key).toList();
  }

  @Test
  void createsWhereNothingIs() throws IOException {
    String key = freshKey();
    ObjectInfo created = putAndTidy(key, "first", Optional.empty(), "a");
    assertThat(text(key)).isEqualTo("first");
    ObjectInfo stored = store.head(key);
    assertThat(stored.etag()).isEqualTo(created.etag());
    assertThat(stored.metadata()).containsEntry("headwater-writer", "a");
    assertThat(keysBeside(key)).containsExactly(key);
  }

  @Test
  void replacesWhatWasSeen() throws IOException {
    String key = freshKey();
    ObjectInfo first = putAndTidy(key, "first", Optional.empty(), "b");
    putAndTidy(key, "second", Optional.of(first.etag()), "a");
    assertThat(text(key)).isEqualTo("second");
    assertThat(keysBeside(key)).containsExactly(key);
  }

  @Test
  void reportsItsClaimAndDeletesNoOthers() throws IOException {
    String key = freshKey();
    Written written = put(key, "first", Optional.empty(), "a");
    List<String> claims = keysBeside(key).stream().filter(each -> !each.equals(key)).toList();
    assertThat(claims).isEqualTo(written.leftovers());
  }

  @Test
  void refusesWhatChanged() throws IOException {
    String key = freshKey();
    ObjectInfo first = putAndTidy(key, "first", Optional.empty(), "a");
    assertThatThrownBy(() -> put(key, "late", Optional.empty(), "late"))
        .isInstanceOf(ConcurrentCommitException.class)
        .hasMessageContaining(store.name() + "/" + key)
        .hasMessageContaining("writer a")
        .hasMessageContaining("Read it again");
    putAndTidy(key, "second", Optional.of(first.etag()), "b");
    assertThatThrownBy(() -> put(key, "late", Optional.of(first.etag()), "late"))
        .isInstanceOf(ConcurrentCommitException.class)
        .hasMessageContaining("writer b");
    assertThat(text(key)).isEqualTo("second");
    assertThat(keysBeside(key)).containsExactly(key);
  }

  @Test
  void refusesWhatIsGoneOrAnotherProgramWrote() throws IOException {
    String key = freshKey();
    ObjectInfo first = putAndTidy(key, "first", Optional.empty(), "a");
    store.put(key, content("foreign"), PutOptions.OVERWRITE);
    assertThatThrownBy(() -> put(key, "late", Optional.of(first.etag()), "late"))
        .isInstanceOf(ConcurrentCommitException.class)
        .hasMessageContaining("another program");
    assertThat(text(key)).isEqualTo("foreign");
    store.delete(key);
    assertThatThrownBy(() -> put(key, "late", Optional.of(first.etag()), "late"))
        .isInstanceOf(ConcurrentCommitException.class);
    assertThat(keysBeside(key)).isEmpty();
  }

  @Test
  void refusesAnIdThatIsNoName() {
    assertThatThrownBy(() -> put(freshKey(), "x", Optional.empty(), "a/b"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void letsOneOfRacingCreatorsWin() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      raceFor(freshKey(), Optional.empty());
    }
  }

  @Test
  void letsOneOfRacingReplacersWin() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      String key = freshKey();
      ObjectInfo first = putAndTidy(key, "first", Optional.empty(), "first");
      raceFor(key, Optional.of(first.etag()));
    }
  }

  /** Some delete their claims, as required after a failure. The winner's is deleted at once too. */
  private void raceFor(String key, Optional<String> seen) throws Exception {
    List<String> ids = new ArrayList<>();
    CyclicBarrier start = new CyclicBarrier(RACERS);
    List<Callable<String>> racers = new ArrayList<>();
    for (int racer = 0; racer < RACERS; racer++) {
      String id = UUID.randomUUID().toString();
      ids.add(id);
      racers.add(
          () -> {
            start.await();
            putAndTidy(key, "of " + id, seen, id);
            return id;
          });
    }
    List<String> winners = winners(racers);
    assertThat(winners).as("winners of " + ids).hasSize(1);
    assertThat(text(key)).isEqualTo("of " + winners.get(0));
    assertThat(keysBeside(key)).containsExactly(key);
  }

  /** The results of the racers that did not fail with a {@link ConcurrentCommitException}. */
  private static List<String> winners(List<Callable<String>> racers) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(racers.size());
    try {
      List<String> winners = new ArrayList<>();
      for (Future<String> result : threads.invokeAll(racers)) {
        try {
          winners.add(result.get());
        } catch (ExecutionException e) {
          assertThat(e.getCause()).isInstanceOf(ConcurrentCommitException.class);
        }
      }
      return winners;
    } finally {
      threads.shutdownNow();
    }
  }
}
