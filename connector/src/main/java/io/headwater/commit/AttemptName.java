package io.headwater.commit;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The key of a published part: its attempt stands before the extension, so that {@code
 * part-00000.gz} of an attempt becomes {@code part-00000-attempt_….gz} and stays a gzip to every
 * reader. Two attempts at one part never have the same key, so neither can overwrite the other.
 *
 * @param stem the part's key up to the attempt, without the dash between them
 * @param attempt who wrote it
 * @param extension from the first dot of the name on; empty if there is none
 */
public record AttemptName(String stem, AttemptId attempt, String extension) {
  private static final String ATTEMPT = "attempt_";
  private static final Pattern PUBLISHED =
      Pattern.compile("(.*[^/])-(" + AttemptId.PATTERN + ")(\\.[^/]*)?", Pattern.DOTALL);

  /** The name under which an attempt publishes the part that its committer calls {@code key}. */
  public static AttemptName of(String key, AttemptId attempt) {
    int end = stemEnd(key);
    return new AttemptName(key.substring(0, end), attempt, key.substring(end));
  }

  /** What the keys of all attempts at the part that is called {@code key} begin with. */
  public static String prefixFor(String key) {
    return key.substring(0, stemEnd(key)) + "-" + ATTEMPT;
  }

  private static int stemEnd(String key) {
    int name = key.lastIndexOf('/') + 1;
    int dot = key.indexOf('.', name + 1);
    return dot < 0 ? key.length() : dot;
  }

  /** The parts of a key, if it bears an attempt. */
  public static Optional<AttemptName> parse(String key) {
    if (key.indexOf("-attempt_", key.lastIndexOf('/') + 1) < 0) {
      return Optional.empty();
    }
    Matcher matcher = PUBLISHED.matcher(key);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    String extension = matcher.group(6) == null ? "" : matcher.group(6);
    return AttemptId.parse(matcher.group(2))
        .map(attempt -> new AttemptName(matcher.group(1), attempt, extension));
  }

  /** The key as the store has it. */
  public String key() {
    return stem + "-" + attempt.text() + extension;
  }

  /** The key as the committer called it, without the attempt. */
  public String logicalKey() {
    return stem + extension;
  }
}
