package io.headwater.fs.cache;

import io.headwater.store.concurrent.BoundedMap;
import io.headwater.store.retry.FailureTimes;
import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * A cache of which buckets run which storlets. A yes is kept. A no expires, because the storlet may
 * be deployed later. Of concurrent callers one sends the request, for all of them.
 */
public final class StorletSupportCache {
  private static final int MOST = 10_000;

  private final Clock clock;
  private final Map<Key, Verdict> verdicts = BoundedMap.shared(MOST);
  private final Map<Key, CompletableFuture<Boolean>> lookups = new ConcurrentHashMap<>();

  public StorletSupportCache(Clock clock) {
    this.clock = clock;
  }

  /** A bucket of a store, and a storlet. */
  public record Key(String bucket, String storlet) {}

  private record Verdict(boolean runs, Instant learned) {}

  /**
   * Whether the storlet runs.
   *
   * @param question queries the store, or empty if the answer is unknown, which is a no for now
   */
  public boolean find(Key key, Supplier<Optional<Boolean>> question) {
    Optional<Boolean> known = known(key);
    if (known.isPresent()) {
      return known.get();
    }
    CompletableFuture<Boolean> answer = new CompletableFuture<>();
    CompletableFuture<Boolean> other = lookups.putIfAbsent(key, answer);
    if (other != null) {
      return other.join();
    }
    try {
      // Another caller may have stored the answer just before.
      answer.complete(known(key).or(() -> learn(key, question)).orElse(false));
    } finally {
      lookups.remove(key);
      answer.complete(false); // Does nothing unless the question threw.
    }
    return answer.join();
  }

  /** The cached answer. */
  public Optional<Boolean> known(Key key) {
    return Optional.ofNullable(verdicts.get(key))
        .filter(
            verdict ->
                verdict.runs()
                    || clock
                        .instant()
                        .isBefore(verdict.learned().plus(FailureTimes.STORLET_ABSENT)))
        .map(Verdict::runs);
  }

  private Optional<Boolean> learn(Key key, Supplier<Optional<Boolean>> question) {
    Optional<Boolean> learned = question.get();
    learned.ifPresent(runs -> verdicts.put(key, new Verdict(runs, clock.instant())));
    return learned;
  }
}
