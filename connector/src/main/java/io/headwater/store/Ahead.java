package io.headwater.store;

import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;

/**
 * What is asked for before it is needed: a pool's thread begins it, or whoever needs it, if none
 * was free. So a task of the pool may wait for it too.
 */
public final class Ahead<T> {
  private final FutureTask<T> task;

  Ahead(Callable<T> task, Executor executor) {
    this.task = new FutureTask<>(task);
    executor.execute(this.task);
  }

  /** The result, or the failure as it was thrown. */
  public T get() throws IOException {
    task.run(); // Does nothing if a thread of the pool has begun it.
    return WorkerPool.await(task);
  }
}
