package io.headwater.commit;

import java.util.NavigableMap;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;

/** How many attempts are to publish a part, by what its committer calls it. */
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

  /** Whether there is a part under a folder: {@code 0} follows the slash. */
  boolean hasBelow(String folder) {
    return !counts.subMap(folder + "/", true, folder + "0", false).isEmpty();
  }

  private static Optional<String> target(PendingObject pending) {
    return Optional.of(pending.parsed())
        .filter(parsed -> parsed.kind() == TemporaryKey.Kind.ATTEMPT)
        .map(TemporaryKey::target);
  }
}
