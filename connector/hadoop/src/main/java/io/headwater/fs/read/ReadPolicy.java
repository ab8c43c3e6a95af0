package io.headwater.fs.read;

import java.util.Locale;

/** A reader's access pattern (openFile's {@code fs.option.openfile.read.policy}). */
enum ReadPolicy {
  /** From start to end: one request to the end. */
  SEQUENTIAL,
  /** At scattered positions: each request covers little more than the read. */
  RANDOM,
  /** Sequential until the reader jumps. */
  ADAPTIVE;

  /** The first known policy of a comma-separated list. */
  static ReadPolicy parse(String policies) {
    for (String policy : policies.toLowerCase(Locale.ROOT).split(",")) {
      switch (policy.trim()) {
        case "sequential", "whole-file", "avro", "csv", "json" -> {
          return SEQUENTIAL;
        }
        case "random", "vector", "columnar", "parquet", "orc", "hbase" -> {
          return RANDOM;
        }
        case "adaptive", "default" -> {
          return ADAPTIVE;
        }
        default -> {
          // According to the specification, unknown policies are skipped.
        }
      }
    }
    return ADAPTIVE;
  }
}
