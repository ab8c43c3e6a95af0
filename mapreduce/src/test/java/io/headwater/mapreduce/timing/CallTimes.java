package io.headwater.mapreduce.timing;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;

/** The time of this process's threads in each call of a file system, by caller. */
final class CallTimes {
  private static final StackWalker STACK = StackWalker.getInstance();

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

  /** A reduce task commits itself. Other calls of LocalJobRunner set up or commit the job. */
  private static String role() {
    List<String> classes =
        STACK.walk(frames -> frames.map(StackWalker.StackFrame::getClassName).toList());
    if (classes.contains("org.apache.hadoop.mapred.ReduceTask")) {
      return "reducer";
    }
    return classes.contains("org.apache.hadoop.mapred.LocalJobRunner$Job") ? "job" : "client";
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
