package io.headwater.fs.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** How long a cached response is valid. */
final class ChangeBoundCacheTest {
  private static final Duration LONG = Duration.ofDays(1);

  private final AtomicLong changes = new AtomicLong();

  private static <K> Optional<String> value(ChangeBoundCache<K, String> cache, K key) {
    return cache.find(key).map(ChangeBoundCache.Entry::value);
  }

  @Test
  void aChangeInvalidatesEarlierRequests() {
    ChangeBoundCache<String, String> cache = ChangeBoundCache.bounded(changes::get, LONG, 10);
    ChangeBoundCache.Moment before = cache.now();
    cache.put("a", "1", before);
    assertThat(value(cache, "a")).contains("1");
    changes.incrementAndGet();
    assertThat(value(cache, "a")).isEmpty();
    cache.put("a", "2", before);
    assertThat(value(cache, "a")).isEmpty();
    assertThat(cache.momentOf("a")).contains(before);
    cache.put("a", "3", cache.now());
    assertThat(value(cache, "a")).contains("3");
  }

  @Test
  void anEntryExpires() {
    ChangeBoundCache<String, String> cache =
        ChangeBoundCache.bounded(changes::get, Duration.ZERO, 10);
    cache.put("a", "1", cache.now());
    assertThat(value(cache, "a")).isEmpty();
  }

  @Test
  void theOldestEntryIsEvicted() {
    ChangeBoundCache<String, String> cache = ChangeBoundCache.bounded(changes::get, LONG, 2);
    for (String key : new String[] {"a", "b", "a", "c"}) {
      cache.put(key, key, cache.now());
    }
    assertThat(value(cache, "a")).contains("a");
    assertThat(value(cache, "b")).isEmpty();
  }

  @Test
  void anEntryIsTakenOnce() {
    ChangeBoundCache<String, String> cache = ChangeBoundCache.bounded(changes::get, LONG, 2);
    cache.put("a", "1", cache.now());
    assertThat(cache.take("a")).isPresent();
    assertThat(cache.take("a")).isEmpty();
  }

  @Test
  void aThreadHasItsOwnEntry() {
    ChangeBoundCache<Thread, String> cache = ChangeBoundCache.ofThreads(changes::get, LONG);
    cache.put(Thread.currentThread(), "1", cache.now());
    assertThat(value(cache, Thread.currentThread())).contains("1");
    assertThat(
            CompletableFuture.supplyAsync(
                    () -> value(cache, Thread.currentThread()), task -> new Thread(task).start())
                .join())
        .isEmpty();
  }
}
