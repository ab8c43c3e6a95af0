package io.headwater.mapreduce.timing;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;

/** How long this process's threads were in each call of a file system, by what they run. */
final class CallTimes {
  /** What LocalJobRunner calls the threads of reduce tasks, which commit their tasks as well. */
  private static final String REDUCER = "LocalJobRunner Reduce Task Executor";

  private static final Map<String, LongAdder> NANOS = new ConcurrentSkipListMap<>();

  private CallTimes() {}

  /** A call that may fail. */
  interface Call<T> {
    T run() throws IOException;
  }

  static <T> T time(String name, Call<T> call) throws IOException {
    long begin = System.nanoTime();
    try {
      return call.run();
    } finally {
      String key = role() + "." + name;
      NANOS.computeIfAbsent(key, any -> new LongAdder()).add(System.nanoTime() - begin);
    }
  }

  private static String role() {
    String thread = Thread.currentThread().getName();
    if (thread.startsWith(REDUCER)) {
      return "reducer";
    }
    return thread.equals("main") ? "client" : "job";
  }

  static void forget() {
    NANOS.clear();
  }

  /** {@code {"reducer.rename": 0.25, ...}}: the sums, in seconds. */
  static String json() {
    return NANOS.entrySet().stream()
        .map(entry -> "\"%s\": %.6f".formatted(entry.getKey(), entry.getValue().sum() / 1e9))
        .collect(Collectors.joining(", ", "{", "}"));
  }
}
