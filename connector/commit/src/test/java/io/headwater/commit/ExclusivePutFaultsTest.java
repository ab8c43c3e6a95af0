package io.headwater.commit;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwater.store.Capability;
import io.headwater.store.ListOptions;
import io.headwater.store.MultipartUploads;
import io.headwater.store.ObjectInfo;
import io.headwater.store.ObjectStore;
import io.headwater.store.Operation;
import io.headwater.store.PutOptions;
import io.headwater.store.content.Content;
import io.headwater.store.exception.ObjectNotFoundException;
import io.headwater.store.layers.Fault;
import io.headwater.store.layers.FaultLayer;
import io.headwater.store.layers.FaultPlan;
import io.headwater.store.layers.RetryLayer;
import io.headwater.store.memory.MemoryStore;
import io.headwater.store.retry.RetryPolicy;
import io.headwater.store.retry.RetryReason;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** {@link ExclusivePut} reports the true outcome, whichever request fails and however. */
final class ExclusivePutFaultsTest {
  private static final String KEY = "d/_SUCCESS";
  private static final Set<Fault> LOSSES =
      EnumSet.of(Fault.LOSE_REQUEST, Fault.LOSE_RESPONSE, Fault.THROTTLE);
  private static final RetryPolicy AT_ONCE =
      new RetryPolicy(
          Set.of(RetryReason.TRANSIENT), 20, Duration.ZERO, Duration.ZERO, Duration.ofMinutes(5));

  /** How a store lets writers exclude each other. */
  enum Way {
    BY_CONDITION(EnumSet.allOf(Capability.class)),
    BY_CLAIM(EnumSet.complementOf(EnumSet.of(Capability.ATOMIC_CONDITIONS))),
    BY_CLAIM_ALONE(EnumSet.of(Capability.CONSISTENT_LISTING));

    final Set<Capability> capabilities;

    Way(Set<Capability> capabilities) {
      this.capabilities = capabilities;
    }

    MemoryStore store() {
      return new MemoryStore("faulty", capabilities, MultipartUploads.MINIMUM_PART_LENGTH);
    }
  }

  private static Content content(String text) {
    return Content.of(text.getBytes());
  }

  private static Optional<ObjectInfo> stored(ObjectStore store) throws IOException {
    try {
      return Optional.of(store.head(KEY));
    } catch (ObjectNotFoundException e) {
      return Optional.empty();
    }
  }

  private static boolean isOf(Optional<ObjectInfo> object, String id) {
    return object.filter(each -> id.equals(each.metadata().get("headwater-writer"))).isPresent();
  }

  private static List<FaultPlan.Rule> everyRule() {
    List<FaultPlan.Rule> rules = new ArrayList<>();
    for (Operation operation :
        List.of(Operation.PUT, Operation.LIST, Operation.HEAD, Operation.DELETE)) {
      for (int nth = 1; nth <= 3; nth++) {
        for (Fault fault : LOSSES) {
          rules.add(new FaultPlan.Rule(operation, nth, fault));
        }
      }
    }
    return rules;
  }

  /** The state before: no object, or an object. */
  private static Optional<String> prepare(ObjectStore memory, boolean replace) throws IOException {
    return replace
        ? Optional.of(memory.put(KEY, content("before"), PutOptions.OVERWRITE).etag())
        : Optional.empty();
  }

  @ParameterizedTest
  @EnumSource
  void oneLostRequestOrResponseShowsOnlyWithoutRetries(Way way) throws IOException {
    for (FaultPlan.Rule rule : everyRule()) {
      for (boolean replace : new boolean[] {false, true}) {
        MemoryStore memory = way.store();
        Optional<String> seen = prepare(memory, replace);
        ObjectStore faulty = new FaultLayer(memory, FaultPlan.exactly(rule));
        ExclusivePut put =
            new ExclusivePut(new RetryLayer(faulty, AT_ONCE), Lease.DEFAULT, new TestClock());
        put.put(KEY, content("after"), seen, "w");
        assertThat(isOf(stored(memory), "w")).as("%s, replace %s", rule, replace).isTrue();
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void reportsTheTrueOutcomeWithoutRetries(Way way) throws IOException {
    for (FaultPlan.Rule rule : everyRule()) {
      for (boolean replace : new boolean[] {false, true}) {
        MemoryStore memory = way.store();
        Optional<String> seen = prepare(memory, replace);
        ObjectStore faulty = new FaultLayer(memory, FaultPlan.exactly(rule));
        ExclusivePut put = new ExclusivePut(faulty, Lease.DEFAULT, new TestClock());
        Optional<Boolean> applied = outcome(put, seen, "w");
        if (applied.isEmpty()) {
          // A lost request may still be in progress, so the object proves nothing.
          assertThat(rule.fault()).isIn(LOSSES);
          assertThat(rule.operation()).isEqualTo(Operation.PUT);
          continue;
        }
        assertThat(isOf(stored(memory), "w"))
            .as("%s, replace %s, applied %s", rule, replace, applied)
            .isEqualTo(applied.get());
      }
    }
  }

  /** Whether it reported success, or empty if the outcome is unknown. */
  private static Optional<Boolean> outcome(ExclusivePut put, Optional<String> seen, String id) {
    try {
      put.put(KEY, content("after " + id), seen, id);
      return Optional.of(true);
    } catch (CommitStateUnknownException e) {
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of(false);
    }
  }

  /** A new seed in each run, which a failure reports, besides fixed ones. */
  @ParameterizedTest
  @EnumSource
  void racersUnderSeededFaultsGetTheTrueOutcome(Way way) throws Exception {
    List<Long> seeds = new ArrayList<>(List.of(System.nanoTime()));
    for (long seed = 1; seed <= 60; seed++) {
      seeds.add(seed);
    }
    for (long seed : seeds) {
      MemoryStore memory = way.store();
      Optional<String> seen = prepare(memory, seed % 2 == 0);
      ObjectStore faulty = new FaultLayer(memory, FaultPlan.seeded(seed, 0.3, LOSSES));
      Map<String, Exception> failures = race(new RetryLayer(faulty, AT_ONCE), seen);
      Optional<ObjectInfo> stored = stored(memory);
      String story = way + ", seed " + seed + ": " + failures;
      assertThat(failures.size()).as(story).isGreaterThanOrEqualTo(5);
      failures.forEach(
          (id, failure) -> {
            if (!(failure instanceof CommitStateUnknownException)) {
              assertThat(isOf(stored, id)).as(story).isFalse();
            }
          });
      boolean unknown =
          failures.values().stream().anyMatch(CommitStateUnknownException.class::isInstance);
      assertThat(unknown || failures.size() == 5).as(story).isTrue();
      assertThat(stored.filter(object -> object.metadata().containsKey("headwater-writer")))
          .as(story)
          .isPresent();
    }
  }

  /** The failures of six racers, by their ids. */
  private static Map<String, Exception> race(ObjectStore store, Optional<String> seen)
      throws Exception {
    Map<String, Exception> failures = new ConcurrentHashMap<>();
    List<Callable<Void>> racers = new ArrayList<>();
    for (String id : List.of("a", "b", "c", "d", "e", "f")) {
      racers.add(
          () -> {
            try {
              ExclusivePut.at(store).put(KEY, content("of " + id), seen, id);
            } catch (IOException e) {
              failures.put(id, e);
            }
            return null;
          });
    }
    ExecutorService threads = Executors.newFixedThreadPool(racers.size());
    try {
      for (Future<Void> each : threads.invokeAll(racers)) {
        each.get();
      }
    } catch (ExecutionException e) {
      throw new AssertionError(failures.toString(), e);
    } finally {
      threads.shutdownNow();
    }
    return failures;
  }

  @ParameterizedTest
  @EnumSource
  void nothingIsLeftOfWritersThatFailed(Way way) throws Exception {
    MemoryStore memory = way.store();
    race(memory, Optional.of("an ETag that never existed"));
    assertThat(memory.list(ListOptions.tree("")).objects()).isEmpty();
  }
}
