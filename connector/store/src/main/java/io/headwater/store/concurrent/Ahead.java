package io.headwater.store.concurrent;

import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;

/**
 * A task that is started before its result is needed. A thread of the pool runs it. If none was
 * free, the thread that needs the result runs it. A task of the pool may therefore wait for it too.
 */
public final class Ahead<T> {
  private final FutureTask<T> task;

  Ahead(Callable<T> task, Executor executor) {
    this.task = new FutureTask<>(task);
    executor.execute(this.task);
  }

  /** The result, or the original failure. */
  public T get() throws IOException {
    task.run(); // Does nothing if a thread of the pool has started it.
    return WorkerPool.await(task);
  }
}
