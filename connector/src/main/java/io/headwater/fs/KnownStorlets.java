package io.headwater.fs;

import io.headwater.store.BoundedMap;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * Which buckets are known to run which storlets: a yes is kept, a no for a while, since somebody
 * may deploy the storlet. Of callers that ask at the same time one asks the store, for them all.
 */
final class KnownStorlets {
  private static final Duration NO_HOLDS = Duration.ofMinutes(10);
  private static final int MOST = 10_000;

  private final Clock clock;
  private final Map<Key, Verdict> verdicts = BoundedMap.shared(MOST);
  private final Map<Key, CompletableFuture<Boolean>> asking = new ConcurrentHashMap<>();

  KnownStorlets(Clock clock) {
    this.clock = clock;
  }

  /** A bucket of a store, and a storlet. */
  record Key(String bucket, String storlet) {}

  private record Verdict(boolean runs, Instant learned) {}

  /**
   * Whether the storlet runs.
   *
   * @param question asks the store; empty if it could not be learned, which is a no for now
   */
  boolean ask(Key key, Supplier<Optional<Boolean>> question) {
    Optional<Boolean> known = known(key);
    if (known.isPresent()) {
      return known.get();
    }
    CompletableFuture<Boolean> answer = new CompletableFuture<>();
    CompletableFuture<Boolean> other = asking.putIfAbsent(key, answer);
    if (other != null) {
      return other.join();
    }
    try {
      // Another caller may have learned it just before.
      answer.complete(known(key).or(() -> learn(key, question)).orElse(false));
    } finally {
      asking.remove(key);
      answer.complete(false); // Does nothing unless the question threw.
    }
    return answer.join();
  }

  /** What is known of it without asking. */
  Optional<Boolean> known(Key key) {
    return Optional.ofNullable(verdicts.get(key))
        .filter(
            verdict -> verdict.runs() || clock.instant().isBefore(verdict.learned().plus(NO_HOLDS)))
        .map(Verdict::runs);
  }

  private Optional<Boolean> learn(Key key, Supplier<Optional<Boolean>> question) {
    Optional<Boolean> learned = question.get();
    learned.ifPresent(runs -> verdicts.put(key, new Verdict(runs, clock.instant())));
    return learned;
  }
}
