package io.headwater.store.swift;

import io.headwater.store.swift.client.SwiftStreaming;
import java.io.Closeable;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The open streams of an account. Each holds a connection, so their number is bounded. Each is
 * checked periodically for two reasons: Swift gives up a PUT that is idle for its {@code
 * client_timeout}, and a stalled server would block the writer forever.
 */
final class OpenStreams implements Closeable {
  /** The number of checks of a stream within its longest rest. */
  private static final int LOOKS = 4;

  private final Semaphore free;
  private final long period;
  private final Map<Watched, Future<?>> watched = new ConcurrentHashMap<>();
  private final ExecutorService threads = Executors.newCachedThreadPool(daemons("stream"));
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(daemons("clock"));
  private volatile boolean closed;

  OpenStreams(int most, SwiftStreaming streaming) {
    this.free = new Semaphore(most);
    this.period = Math.max(1, streaming.longestRest().toMillis() / LOOKS);
  }

  /** A stream. */
  interface Watched {
    /** Ends a request that rested for too long. Runs in a dedicated thread. */
    void look();

    /** Breaks off the current request. */
    void cut();
  }

  /** Runs the requests, each for as long as its body is written. */
  Executor threads() {
    return threads;
  }

  /**
   * Registers a stream until it leaves.
   *
   * @return false if the limit of open streams is reached
   */
  boolean enter(Watched stream) throws IOException {
    if (closed) {
      throw new IOException("the connection to Swift is closed");
    }
    if (!free.tryAcquire()) {
      return false;
    }
    Runnable look = () -> threads.execute(stream::look);
    watched.put(stream, clock.scheduleWithFixedDelay(look, period, period, TimeUnit.MILLISECONDS));
    return true;
  }

  /** Removes a stream that has ended. Repeated calls have no effect. */
  void leave(Watched stream) {
    Future<?> looks = watched.remove(stream);
    if (looks != null) {
      looks.cancel(false);
      free.release();
    }
  }

  private static ThreadFactory daemons(String name) {
    AtomicInteger number = new AtomicInteger();
    return task -> {
      Thread thread = new Thread(task, "headwater-swift-" + name + "-" + number.incrementAndGet());
      thread.setDaemon(true);
      return thread;
    };
  }

  /** Cuts all open streams. Their connections close with the account. */
  @Override
  public void close() {
    closed = true;
    clock.shutdownNow();
    watched.keySet().forEach(Watched::cut);
    threads.shutdown();
  }
}
