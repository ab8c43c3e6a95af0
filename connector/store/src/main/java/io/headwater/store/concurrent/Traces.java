package io.headwater.store.concurrent;

import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Supplier;

/** The traces of a process's threads. */
final class Traces {
  /** The trace of a process without a supplier. */
  private static final Trace UNKNOWN =
      new Trace() {
        @Override
        public String referrer(String operation, Set<String> leftOut) {
          return "";
        }

        @Override
        public String word() {
          return "";
        }
      };

  private static final ThreadLocal<Trace> HANDED = new ThreadLocal<>();
  private static volatile Supplier<Trace> threadTraces = () -> UNKNOWN;

  private Traces() {}

  static void setSource(Supplier<Trace> source) {
    threadTraces = source;
  }

  static Trace current() {
    Trace handed = HANDED.get();
    return handed == null ? threadTraces.get() : handed;
  }

  static <T> Callable<T> handed(Callable<T> task) {
    Trace trace = current();
    return () -> {
      Trace before = HANDED.get();
      HANDED.set(trace);
      try {
        return task.call();
      } finally {
        if (before == null) {
          HANDED.remove();
        } else {
          HANDED.set(before);
        }
      }
    };
  }
}
