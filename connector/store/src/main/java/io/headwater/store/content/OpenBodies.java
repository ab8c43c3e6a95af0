package io.headwater.store.content;

import java.io.InputStream;
import java.time.Duration;
import java.util.Comparator;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The open bodies of one client, each of which holds a connection. If a request finds no free
 * connection, the body with the oldest last read is closed. A program may therefore have more open
 * files than connections, or drop files without closing them. The reader of a closed body receives
 * a {@code TransientStoreException} at its next read, and resumes as after a broken response.
 */
public final class OpenBodies {
  /**
   * How long a request waits before it takes a body's connection. Also how long that body must be
   * unread.
   */
  public static final Duration REST = Duration.ofMillis(250);

  private final int connections;
  private final Set<WatchedBody> open = ConcurrentHashMap.newKeySet();

  /**
   * @param connections the client's number of connections
   */
  public OpenBodies(int connections) {
    this.connections = connections;
  }

  /**
   * Registers a body that holds a connection until it is closed.
   *
   * @param place the request's name in messages
   */
  public InputStream watch(InputStream body, String place) {
    WatchedBody watched = new WatchedBody(body, place, open::remove);
    open.add(watched);
    return watched;
  }

  /** A request that needs a connection. */
  @FunctionalInterface
  public interface Attempt<T, E extends Exception> {
    /** Sends one request, or fails within {@link #REST} because no connection became free. */
    T send() throws E;
  }

  /** Whether an attempt failed because no connection became free, so that nothing was sent. */
  @FunctionalInterface
  public interface Busy {
    /** Examines a failure. */
    boolean test(Exception failure);
  }

  /**
   * Repeats attempts until one gets a connection, for at most {@code longest}.
   *
   * @throws E from the last attempt
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
