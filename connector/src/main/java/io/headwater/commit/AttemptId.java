package io.headwater.commit;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A task attempt as Hadoop writes it: {@code attempt_<job tracker>_<job>_<type>_<task>_<attempt>}
 * (org.apache.hadoop.mapreduce.TaskAttemptID).
 *
 * @param job the job tracker's identifier and the job's number, joined by an underscore
 * @param text the whole identifier
 * @param number the attempt's number, from 0
 */
public record AttemptId(String job, String text, long number) implements Comparable<AttemptId> {
  static final String PATTERN = "attempt_([^_/.]+_\\d+)_[a-zA-Z]_\\d+_(\\d+)";
  private static final Pattern WHOLE = Pattern.compile(PATTERN);

  /** The attempt that a name is, if it is one. */
  public static Optional<AttemptId> parse(String name) {
    Matcher matcher = WHOLE.matcher(name);
    return matcher.matches()
        ? Optional.of(new AttemptId(matcher.group(1), name, Long.parseLong(matcher.group(2))))
        : Optional.empty();
  }

  @Override
  public int compareTo(AttemptId other) {
    int byNumber = Long.compare(number, other.number);
    return byNumber != 0 ? byNumber : text.compareTo(other.text);
  }
}
