package io.headwater.store.swift;

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
 * The streams of an account that are open. Each holds a connection, so their number is bounded, and
 * each is looked at again and again: Swift gives up a PUT that rests for its {@code
 * client_timeout}, and a server that stalls would block the writer for ever.
 */
final class OpenStreams implements Closeable {
  /** How often a stream is looked at while it may rest for so long. */
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
    /** Ends what rests for too long; done in a thread of its own. */
    void look();

    /** Breaks what is under way. */
    void cut();
  }

  /** Runs the requests, each for as long as its body is written. */
  Executor threads() {
    return threads;
  }

  /** Whether one more stream may be open; then it is, until it leaves. */
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

  /** The stream has ended; again is once. */
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

  /** Cuts what is still open: its connections go with the account. */
  @Override
  public void close() {
    closed = true;
    clock.shutdownNow();
    watched.keySet().forEach(Watched::cut);
    threads.shutdown();
  }
}
