package io.headwater.spark.faults;

import java.io.Serializable;

/** The rows of a job, each of them unique: {@code seed,part,row,group,padding}. */
final class RowText implements Serializable {
  private static final long serialVersionUID = 1L;
  private static final int GROUPS = 3;

  /** Any number without a common factor with the padding mixes short and long rows. */
  private static final int SPREAD = 7919;

  private final long seed;
  private final int count;
  private final int padding;

  /**
   * @param seed the run's seed
   * @param count the rows a part
   * @param padding the characters a row at most
   */
  RowText(long seed, int count, int padding) {
    this.seed = seed;
    this.count = count;
    this.padding = padding;
  }

  int count() {
    return count;
  }

  String text(int part, int row) {
    return String.join(
        ",",
        String.valueOf(seed),
        String.valueOf(part),
        String.valueOf(row),
        "g" + row % GROUPS,
        "x".repeat(row * SPREAD % (padding + 1)));
  }
}
