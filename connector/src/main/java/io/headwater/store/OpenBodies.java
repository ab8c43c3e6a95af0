package io.headwater.store;

import java.io.InputStream;
import java.time.Duration;
import java.util.Comparator;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The bodies that are being read over one client's connections, each of which holds one. When a
 * request finds none free, the body that nobody has read for the longest time is closed for it: so
 * a program may have more files open than there are connections, or drop them without closing them.
 * The reader whose body it was gets a {@link TransientStoreException} when it reads on, and resumes
 * as after a broken answer.
 */
public final class OpenBodies {
  /** How long a request waits for a connection before it takes one, and a body rests before. */
  public static final Duration REST = Duration.ofMillis(250);

  private final int connections;
  private final Set<WatchedBody> open = ConcurrentHashMap.newKeySet();

  /**
   * @param connections how many the client has
   */
  public OpenBodies(int connections) {
    this.connections = connections;
  }

  /**
   * A body that holds a connection until it is closed.
   *
   * @param place the request, as messages name it
   */
  public InputStream watch(InputStream body, String place) {
    WatchedBody watched = new WatchedBody(body, place, open::remove);
    open.add(watched);
    return watched;
  }

  /** Something that needs a connection. */
  @FunctionalInterface
  public interface Attempt<T, E extends Exception> {
    /** Sends one request, or fails within {@link #REST} since no connection came free. */
    T send() throws E;
  }

  /** Whether an attempt has failed since no connection came free, and has sent nothing. */
  @FunctionalInterface
  public interface Busy {
    /** Judges a failure. */
    boolean test(Exception failure);
  }

  /**
   * Attempts a request until it has a connection, or for {@code longest}.
   *
   * @throws E as the last attempt does
   */
  public <T, E extends Exception> T send(Duration longest, Busy busy, Attempt<T, E> attempt)
      throws E {
    long start = System.nanoTime();
    if (open.size() >= connections) {
      relieve();
    }
    while (true) {
      try {
        return attempt.send();
      } catch (Exception e) {
        if (!busy.test(e) || System.nanoTime() - start > longest.toNanos()) {
          throw e;
        }
        relieve();
      }
    }
  }

  private void relieve() {
    long now = System.nanoTime();
    open.stream()
        .filter(body -> now - body.lastRead() >= REST.toNanos())
        .sorted(Comparator.comparingLong(WatchedBody::lastRead))
        .anyMatch(WatchedBody::cut);
  }
}
