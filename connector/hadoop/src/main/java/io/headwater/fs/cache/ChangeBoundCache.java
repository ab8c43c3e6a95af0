package io.headwater.fs.cache;

import io.headwater.store.concurrent.BoundedMap;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;
import java.util.function.LongSupplier;

/**
 * The store's recent responses. One is valid until this file system changes the bucket, and for a
 * short time.
 */
final class ChangeBoundCache<K, V> {
  private final Map<K, Entry<V>> entries;
  private final LongSupplier changes;
  private final Duration lifetime;

  /** The state before a request: a response is not newer. */
  record Moment(long nanos, long change) {}

  /** A response. */
  record Entry<V>(V value, Moment moment) {}

  private ChangeBoundCache(Map<K, Entry<V>> entries, LongSupplier changes, Duration lifetime) {
    this.entries = entries;
    this.changes = changes;
    this.lifetime = lifetime;
  }

  /**
   * A cache of at most this many entries.
   *
   * @param changes counts this file system's changes of the bucket
   */
  static <K, V> ChangeBoundCache<K, V> bounded(LongSupplier changes, Duration lifetime, int most) {
    return new ChangeBoundCache<>(BoundedMap.shared(most), changes, lifetime);
  }

  /** A cache of one entry for each live thread. */
  static <V> ChangeBoundCache<Thread, V> ofThreads(LongSupplier changes, Duration lifetime) {
    return new ChangeBoundCache<>(
        Collections.synchronizedMap(new WeakHashMap<>()), changes, lifetime);
  }

  /** The moment before a request that is about to be sent. */
  Moment now() {
    return new Moment(System.nanoTime(), changes.getAsLong());
  }

  /** Stores a response, as the newest entry. */
  void put(K key, V value, Moment moment) {
    entries.remove(key);
    entries.put(key, new Entry<>(value, moment));
  }

  /** A valid entry. */
  Optional<Entry<V>> find(K key) {
    return Optional.ofNullable(entries.get(key)).filter(entry -> isValid(entry.moment()));
  }

  /** A valid entry, which is removed. */
  Optional<Entry<V>> take(K key) {
    return Optional.ofNullable(entries.remove(key)).filter(entry -> isValid(entry.moment()));
  }

  /** When an entry was stored, valid or not. */
  Optional<Moment> momentOf(K key) {
    return Optional.ofNullable(entries.get(key)).map(Entry::moment);
  }

  void remove(K key) {
    entries.remove(key);
  }

  private boolean isValid(Moment moment) {
    return moment.change() == changes.getAsLong()
        && System.nanoTime() - moment.nanos() < lifetime.toNanos();
  }
}
