package io.headwater.fs.hadoop;

import org.apache.hadoop.fs.statistics.IOStatistics;
import org.apache.hadoop.fs.statistics.IOStatisticsContext;

/** Hadoop's counters of the current thread, which Hadoop has from 3.3.5 on. */
public final class ThreadCounters {
  private static final boolean PRESENT = isPresent();

  private ThreadCounters() {}

  /** Adds the counts of a closed stream. */
  public static void add(IOStatistics counts) {
    if (PRESENT) {
      IOStatisticsContext.getCurrentIOStatisticsContext().getAggregator().aggregate(counts);
    }
  }

  private static boolean isPresent() {
    try {
      Class.forName("org.apache.hadoop.fs.statistics.IOStatisticsContext");
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }
}
