package io.headwater.store.concurrent;

import java.io.Closeable;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/**
 * Values that all users of the same key share. The first user opens the value, and the last one to
 * return it closes it.
 *
 * @param <K> the key, compared by value
 * @param <V> the shared value
 */
public final class Shared<K, V extends Closeable> {
  private final Opener<K, V> opener;
  private final Map<K, Share> open = new HashMap<>();

  /** Opens the value of a key. */
  @FunctionalInterface
  public interface Opener<K, V> {
    /** Opens a new value. */
    V open(K key) throws IOException;
  }

  /** A shared value and its number of users. */
  private final class Share {
    final V value;
    int users;

    Share(V value) {
      this.value = value;
    }
  }

  /** One user's lease of a shared value. Repeated closing has no effect. */
  public final class Lease implements Closeable {
    private final K key;
    private final V value;
    private boolean returned;

    private Lease(K key, V value) {
      this.key = key;
      this.value = value;
    }

    /** The shared value. It must not be used after close. */
    public V value() {
      return value;
    }

    @Override
    public void close() throws IOException {
      if (giveBack(this)) {
        value.close();
      }
    }
  }

  /** Shares the values of an opener. */
  public Shared(Opener<K, V> opener) {
    this.opener = opener;
  }

  /** A lease of the key's value, which is opened if it has no user yet. */
  public synchronized Lease lease(K key) throws IOException {
    Share share = open.get(key);
    if (share == null) {
      share = new Share(opener.open(key));
      open.put(key, share);
    }
    share.users++;
    return new Lease(key, share.value);
  }

  /** Returns a lease. The result is whether it was the last. */
  private synchronized boolean giveBack(Lease lease) {
    if (lease.returned) {
      return false;
    }
    lease.returned = true;
    Share share = open.get(lease.key);
    share.users--;
    if (share.users > 0) {
      return false;
    }
    open.remove(lease.key);
    return true;
  }
}
