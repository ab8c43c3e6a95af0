package io.headwater.store.concurrent;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A bounded number of daemon threads that send requests concurrently. Idle threads end. A task of a
 * pool must not wait for another task of the same pool, except one started by {@link #ahead}.
 */
public final class WorkerPool {
  private static final long IDLE_SECONDS = 30;

  private final ThreadPoolExecutor executor;

  /** A pool whose threads are named {@code name-1}, {@code name-2} and so on. */
  public WorkerPool(String name, int threads) {
    AtomicInteger number = new AtomicInteger();
    executor =
        new ThreadPoolExecutor(
            threads,
            threads,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            task -> {
              Thread thread = new Thread(task, name + "-" + number.incrementAndGet());
              thread.setDaemon(true);
              return thread;
            });
    executor.allowCoreThreadTimeOut(true);
  }

  /** The action for each item. */
  @FunctionalInterface
  public interface Action<T> {
    void accept(T item) throws IOException;
  }

  /** Runs a task in the pool, with the caller's trace and tally. */
  public <T> Future<T> submit(Callable<T> task) {
    return executor.submit(handed(task));
  }

  /** Starts a task whose result will be needed, with the caller's trace and tally. */
  public <T> Ahead<T> ahead(Callable<T> task) {
    return new Ahead<>(handed(task), executor);
  }

  private static <T> Callable<T> handed(Callable<T> task) {
    return Trace.handed(RequestTally.handed(task));
  }

  /**
   * Runs an action on every item and waits for all. Each item is tried even if another fails. The
   * first failure is thrown with the others suppressed in it. A single item runs in the caller's
   * thread. If that thread is interrupted, no further action starts, and the running ones are
   * awaited.
   */
  public <T> void forEach(Collection<T> items, Action<? super T> action) throws IOException {
    if (items.size() == 1) {
      action.accept(items.iterator().next());
      return;
    }
    AtomicBoolean interrupted = new AtomicBoolean();
    List<Future<Void>> futures = new ArrayList<>(items.size());
    for (T item : items) {
      futures.add(
          submit(
              () -> {
                if (!interrupted.get()) {
                  action.accept(item);
                }
                return null;
              }));
    }
    try {
      awaitAll(futures);
    } catch (InterruptedIOException e) {
      interrupted.set(true);
      uninterrupted(() -> awaitAll(futures), e);
      throw e;
    }
  }

  private static void awaitAll(List<Future<Void>> futures) throws IOException {
    IOException failure = null;
    for (Future<Void> future : futures) {
      try {
        await(future);
      } catch (InterruptedIOException e) {
        throw e;
      } catch (IOException e) {
        if (failure == null) {
          failure = e;
        } else if (failure != e) {
          failure.addSuppressed(e);
        }
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  /** A cleanup that must run to its end. */
  @FunctionalInterface
  public interface Release {
    void run() throws IOException;
  }

  /**
   * Runs a cleanup although the thread was interrupted, and restores the interrupt afterwards.
   * Spark interrupts an attempt's thread and then lets it abort the attempt.
   */
  public static void uninterrupted(Release release) throws IOException {
    boolean interrupted = Thread.interrupted();
    try {
      release.run();
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Runs a cleanup after a failure, and adds its own failure as suppressed. */
  public static void uninterrupted(Release release, Throwable failure) {
    try {
      uninterrupted(release);
    } catch (IOException | RuntimeException e) {
      failure.addSuppressed(e);
    }
  }

  /** A task's result, or its original failure. */
  public static <T> T await(Future<T> future) throws IOException {
    try {
      return future.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      InterruptedIOException interrupted = new InterruptedIOException("interrupted while waiting");
      interrupted.initCause(e);
      throw interrupted;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException failure) {
        throw failure;
      }
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw new IOException(e.getCause());
    }
  }
}
