package io.headwater.store;

import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Supplier;

/** For whom requests are sent, as a store's logs are to tell it. */
public interface Trace {
  /**
   * What an HTTP {@code Referer} tells.
   *
   * @param operation the request's kind
   * @param leftOut attributes that are not to be told
   */
  String referrer(String operation, Set<String> leftOut);

  /** One word of at most 32 characters. */
  String word();

  /** For whom the current thread works: for that one whose task a pool's thread does. */
  static Trace current() {
    return Traces.current();
  }

  /** Has a process's traces told by who knows about its threads. */
  static void tellBy(Supplier<Trace> teller) {
    Traces.tellBy(teller);
  }

  /** A task that is done for whom the current thread works, whichever thread does it. */
  static <T> Callable<T> handed(Callable<T> task) {
    return Traces.handed(task);
  }
}
