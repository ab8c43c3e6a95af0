package io.headwater.commit.attempt;

import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A task attempt in Hadoop's notation: {@code attempt_<job tracker>_<job>_<type>_<task>_<attempt>}
 * (org.apache.hadoop.mapreduce.TaskAttemptID).
 *
 * @param job the attempt's job
 * @param text the complete identifier
 * @param number the attempt's number, from 0
 */
public record AttemptId(JobId job, String text, long number) implements Comparable<AttemptId> {
  static final String PATTERN = "attempt_([^_/.]+)_(\\d{1,18})_[a-zA-Z]_\\d+_(\\d{1,18})";
  private static final Pattern WHOLE = Pattern.compile(PATTERN);

  /** Parses a name, or empty if it is not an attempt. */
  public static Optional<AttemptId> parse(String name) {
    Matcher matcher = WHOLE.matcher(name);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    return Optional.of(of(name, matcher));
  }

  /** The attempt in a text, from the groups of {@link #PATTERN}. */
  static AttemptId of(String text, MatchResult groups) {
    JobId job = new JobId(groups.group(1), Long.parseLong(groups.group(2)));
    return new AttemptId(job, text, Long.parseLong(groups.group(3)));
  }

  @Override
  public int compareTo(AttemptId other) {
    int byNumber = Long.compare(number, other.number);
    return byNumber != 0 ? byNumber : text.compareTo(other.text);
  }
}
