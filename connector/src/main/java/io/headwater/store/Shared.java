package io.headwater.store;

import java.io.Closeable;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/**
 * What all that ask for the same key share, from the first that asks to the last that gives it
 * back, which closes it.
 *
 * @param <K> what tells one from another; compared by value
 * @param <V> what is shared
 */
public final class Shared<K, V extends Closeable> {
  private final Opener<K, V> opener;
  private final Map<K, Share> open = new HashMap<>();

  /** Opens what a key stands for. */
  @FunctionalInterface
  public interface Opener<K, V> {
    /** A new one. */
    V open(K key) throws IOException;
  }

  /** A shared value and the number of its users. */
  private final class Share {
    final V value;
    int users;

    Share(V value) {
      this.value = value;
    }
  }

  /** One user's hold on what is shared; closing it again does nothing. */
  public final class Lease implements Closeable {
    private final K key;
    private final V value;
    private boolean returned;

    private Lease(K key, V value) {
      this.key = key;
      this.value = value;
    }

    /** What is shared; not to be used once this is closed. */
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

  /** Shares what an opener opens. */
  public Shared(Opener<K, V> opener) {
    this.opener = opener;
  }

  /** A hold on what the key stands for, which is opened if nobody has it. */
  public synchronized Lease lease(K key) throws IOException {
    Share share = open.get(key);
    if (share == null) {
      share = new Share(opener.open(key));
      open.put(key, share);
    }
    share.users++;
    return new Lease(key, share.value);
  }

  /** Whether that was the last hold. */
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
