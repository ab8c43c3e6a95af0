package io.headwater.commit.attempt;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The key of a published part. The attempt precedes the ending that programs interpret. {@code
 * part-00000.gz} becomes {@code part-00000-attempt_….gz} and remains a gzip file to every reader.
 * {@code part-00000-uuid_00003.c000.parquet} keeps the bucket 3, by which Spark finds the rows of a
 * bucketed table (its BucketingUtils). Two attempts of one part never have the same key, so neither
 * can overwrite the other.
 *
 * @param stem the part's key up to the attempt, without the dash between them
 * @param attempt the attempt that wrote it
 * @param ending the rest: a number after an underscore, and the extension from the name's first
 *     dot; both are optional
 */
public record AttemptName(String stem, AttemptId attempt, String ending) {
  private static final String ATTEMPT = "attempt_";
  private static final String ENDING = "((?:_\\d+)?(?:\\.[^/]*)?)";
  private static final Pattern PART = Pattern.compile("([^/]+?)" + ENDING);
  private static final Pattern PUBLISHED = Pattern.compile(AttemptId.PATTERN + ENDING);
  private static final int ENDING_GROUP = 4;

  /** The name under which an attempt publishes the part that its committer names {@code key}. */
  public static AttemptName of(String key, AttemptId attempt) {
    int end = stemEnd(key);
    return new AttemptName(key.substring(0, end), attempt, key.substring(end));
  }

  /** The common prefix of the keys of all attempts of the part {@code key}. */
  public static String prefixFor(String key) {
    return key.substring(0, stemEnd(key)) + "-" + ATTEMPT;
  }

  /** The common prefix of all attempts' names of a part, up to the attempt. */
  public static String beforeAttempt(String start) {
    int attempt = start.indexOf("-" + ATTEMPT);
    return attempt < 0 ? start : start.substring(0, attempt);
  }

  private static int stemEnd(String key) {
    int name = key.lastIndexOf('/') + 1;
    Matcher matcher = PART.matcher(key).region(name, key.length());
    return matcher.matches() ? matcher.end(1) : key.length();
  }

  /** Parses a key, or empty if it contains no attempt. Of several attempts the last is taken. */
  public static Optional<AttemptName> parse(String key) {
    int least = key.lastIndexOf('/') + 2; // A stem is not empty.
    int dash = key.lastIndexOf("-" + ATTEMPT);
    while (dash >= least) {
      Matcher matcher = PUBLISHED.matcher(key).region(dash + 1, key.length());
      if (matcher.matches()) {
        String attempt = key.substring(dash + 1, matcher.start(ENDING_GROUP));
        return Optional.of(
            new AttemptName(
                key.substring(0, dash),
                AttemptId.of(attempt, matcher),
                matcher.group(ENDING_GROUP)));
      }
      dash = key.lastIndexOf("-" + ATTEMPT, dash - 1);
    }
    return Optional.empty();
  }

  /** The key in the store. */
  public String key() {
    return stem + "-" + attempt.text() + ending;
  }

  /** The committer's key, without the attempt. */
  public String logicalKey() {
    return stem + ending;
  }
}
