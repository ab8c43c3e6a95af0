package io.headwater.commit;

import io.headwater.commit.attempt.TemporaryKey;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;

/** The number of pending attempts for each part, by the committer's key. */
final class AttemptTargets {
  private final NavigableMap<String, Integer> counts = new ConcurrentSkipListMap<>();

  void add(PendingObject pending) {
    target(pending).ifPresent(target -> counts.merge(target, 1, Integer::sum));
  }

  void remove(PendingObject pending) {
    target(pending)
        .ifPresent(target -> counts.computeIfPresent(target, (key, n) -> n == 1 ? null : n - 1));
  }

  boolean has(String key) {
    return counts.containsKey(key);
  }

  /** Whether a part exists under a folder. {@code 0} is the character after the slash. */
  boolean hasBelow(String folder) {
    return !counts.subMap(folder + "/", true, folder + "0", false).isEmpty();
  }

  private static Optional<String> target(PendingObject pending) {
    return Optional.of(pending.parsed())
        .filter(parsed -> parsed.kind() == TemporaryKey.Kind.ATTEMPT)
        .map(TemporaryKey::target);
  }
}
