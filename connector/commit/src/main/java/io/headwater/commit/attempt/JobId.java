package io.headwater.commit.attempt;

import java.util.Comparator;
import java.util.regex.Pattern;

/**
 * A job, from the names of its attempts.
 *
 * @param tracker the job tracker's identifier. Spark creates one for each job, from its start as
 *     {@code yyyyMMddHHmmss} and a random number. MapReduce has one for each cluster: its start in
 *     milliseconds since 1970.
 * @param number the job's number under that tracker
 */
public record JobId(String tracker, long number) {
  private static final Pattern OF_SPARK = Pattern.compile("\\d{14,}");
  private static final Pattern OF_MAPREDUCE = Pattern.compile("\\d{13}");
  private static final int DATE_DIGITS = 14;

  /** The system that numbers the jobs. Only jobs of the same one can be ordered by start. */
  public enum Origin {
    SPARK,
    MAPREDUCE,
    UNKNOWN
  }

  /** Orders jobs of the same known origin by their start. */
  public static final Comparator<JobId> BY_BEGIN =
      Comparator.comparing(JobId::begin).thenComparing(JobId::sequence);

  public Origin origin() {
    if (OF_SPARK.matcher(tracker).matches()) {
      return Origin.SPARK;
    }
    return OF_MAPREDUCE.matcher(tracker).matches() ? Origin.MAPREDUCE : Origin.UNKNOWN;
  }

  private String begin() {
    return origin() == Origin.SPARK ? tracker.substring(0, DATE_DIGITS) : tracker;
  }

  /** Spark's numbers are those of stages, of any driver, and do not indicate an order in time. */
  private long sequence() {
    return origin() == Origin.SPARK ? 0 : number;
  }

  @Override
  public String toString() {
    return tracker + "_" + number;
  }
}
