package io.headwater.store.concurrent;

import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Supplier;

/** On whose behalf requests are sent, for a store's logs. */
public interface Trace {
  /**
   * The value of an HTTP {@code Referer}.
   *
   * @param operation the request's kind
   * @param leftOut attributes to omit
   */
  String referrer(String operation, Set<String> leftOut);

  /** One word of at most 32 characters. */
  String word();

  /** The trace of the current thread. A thread of a pool has the trace of its task's submitter. */
  static Trace current() {
    return Traces.current();
  }

  /** Sets the supplier of a process's traces. */
  static void setSource(Supplier<Trace> source) {
    Traces.setSource(source);
  }

  /** Wraps a task so that it has the current thread's trace, whichever thread runs it. */
  static <T> Callable<T> handed(Callable<T> task) {
    return Traces.handed(task);
  }
}
