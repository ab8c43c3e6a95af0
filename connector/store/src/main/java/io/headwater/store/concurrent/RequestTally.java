package io.headwater.store.concurrent;

import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;

/** The requests of a thread since its start, with those of the tasks that it gave to pools. */
public final class RequestTally {
  private static final ThreadLocal<RequestTally> CURRENT =
      ThreadLocal.withInitial(RequestTally::new);

  private final AtomicLong sent = new AtomicLong();
  private final AtomicLong failed = new AtomicLong();

  private RequestTally() {}

  /** The tally of the current thread. In a pool's thread, that of its task's submitter. */
  public static RequestTally current() {
    return CURRENT.get();
  }

  /** Wraps a task so that its requests are the current thread's, whichever thread runs it. */
  static <T> Callable<T> handed(Callable<T> task) {
    RequestTally tally = current();
    return () -> {
      RequestTally before = current();
      CURRENT.set(tally);
      try {
        return task.call();
      } finally {
        CURRENT.set(before);
      }
    };
  }

  /** Counts a request that is sent, with every attempt. */
  public void countSent() {
    sent.incrementAndGet();
  }

  /** Counts a request that failed. */
  public void countFailed() {
    failed.incrementAndGet();
  }

  /** The number of requests. */
  public long sent() {
    return sent.get();
  }

  /** The number of requests that failed. */
  public long failed() {
    return failed.get();
  }
}
