package io.headwater.store.swift;

import java.io.Closeable;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.Comparator;
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
 * The PUTs of an account that are open between two writes. Each holds a connection, and Swift gives
 * one up that rests for its {@code client_timeout}: so their number is bounded, and one that rests
 * for long, or the longest resting one when there are too many, is ended by its owner.
 */
final class OpenPuts implements Closeable {
  /** So many are ended at once because they rest; each may have to copy what it has sent. */
  private static final int WATCHERS = 4;

  /** How long to wait before another one may be found that rests. */
  private static final long LOOK_AGAIN_MILLIS = 50;

  private final Semaphore free;
  private final Duration longestRest;
  private final Map<Owner, Future<?>> watched = new ConcurrentHashMap<>();
  private final ExecutorService senders = Executors.newCachedThreadPool(daemons("send"));
  private final ScheduledExecutorService watchers =
      Executors.newScheduledThreadPool(WATCHERS, daemons("watch"));

  OpenPuts(int most, SwiftStreaming streaming) {
    this.free = new Semaphore(most, true);
    this.longestRest = streaming.longestRest();
  }

  /** Who has a PUT open. */
  interface Owner {
    /** Since its last write. */
    Duration rest();

    /**
     * Ends the PUT without losing what it sent, unless it is in use at this moment.
     *
     * @return whether it is ended
     */
    boolean relieve();
  }

  /** Runs the requests. */
  Executor senders() {
    return senders;
  }

  /** Waits until the owner may open a PUT. */
  void enter(Owner owner) throws InterruptedIOException {
    try {
      while (!free.tryAcquire(LOOK_AGAIN_MILLIS, TimeUnit.MILLISECONDS)) {
        relieveOne();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while too many objects were being streamed");
    }
    long period = Math.max(1, longestRest.toMillis() / 2);
    watched.put(
        owner,
        watchers.scheduleWithFixedDelay(
            () -> relieveRested(owner), period, period, TimeUnit.MILLISECONDS));
  }

  private void relieveOne() {
    watched.keySet().stream()
        .sorted(Comparator.comparing(Owner::rest).reversed())
        .anyMatch(Owner::relieve);
  }

  private void relieveRested(Owner owner) {
    if (owner.rest().compareTo(longestRest) >= 0) {
      owner.relieve();
    }
  }

  /** The owner's PUT has ended; again is once. */
  void leave(Owner owner) {
    Future<?> watch = watched.remove(owner);
    if (watch != null) {
      watch.cancel(false);
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

  @Override
  public void close() {
    watchers.shutdownNow();
    senders.shutdown();
  }
}
