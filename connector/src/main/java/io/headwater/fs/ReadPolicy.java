package io.headwater.fs;

import java.util.Locale;

/**
 * How a reader means to move through a file (openFile's {@code fs.option.openfile.read.policy}).
 */
enum ReadPolicy {
  /** From front to back: one request to the end. */
  SEQUENTIAL,
  /** Here and there: a request for little more than what is read. */
  RANDOM,
  /** Sequential until the reader jumps. */
  ADAPTIVE;

  /** The first policy of a comma-separated list that is known here. */
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
          // The specification: a policy that is not known is passed over.
        }
      }
    }
    return ADAPTIVE;
  }
}
