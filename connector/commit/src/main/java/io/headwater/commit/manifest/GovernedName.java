package io.headwater.commit.manifest;

import io.headwater.commit.attempt.AttemptName;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The parsed name of an object written by a job that commits by manifest (protocol/PROTOCOL.md,
 * section 3).
 *
 * @param tag of the root for which it was written
 * @param job the job's id, 32 hexadecimal digits
 */
public record GovernedName(String tag, String job) {
  private static final String TRACKER = "manifest-";
  private static final Pattern PATTERN = Pattern.compile(TRACKER + "([0-9a-f]{12})-([0-9a-f]{32})");
  private static final int TAG_LENGTH = 12;

  /**
   * Parses a key's name, or empty if it has another form. Its tag need not match a folder above.
   */
  public static Optional<GovernedName> parse(String key) {
    if (key.indexOf(TRACKER, key.lastIndexOf('/') + 1) < 0) {
      return Optional.empty();
    }
    return AttemptName.parse(key)
        .map(name -> PATTERN.matcher(name.attempt().job().tracker()))
        .filter(Matcher::matches)
        .map(matcher -> new GovernedName(matcher.group(1), matcher.group(2)));
  }

  /** The root of a key: the nearest folder above whose tag is in the key's name (rule N1). */
  public static Optional<String> rootOf(String key) {
    return parse(key).flatMap(name -> name.rootAbove(key));
  }

  /** The same for the parsed name of {@code key}. */
  public Optional<String> rootAbove(String key) {
    String folder = key;
    while (!folder.isEmpty()) {
      folder = parent(folder);
      if (tagOf(folder).equals(tag)) {
        return Optional.of(folder);
      }
    }
    return Optional.empty();
  }

  /** The key of the folder that contains a key, or empty for the bucket's root. */
  public static String parent(String key) {
    return key.substring(0, Math.max(0, key.lastIndexOf('/')));
  }

  /**
   * Whether a folder's name contains a partition's value in the notation of Hive and Spark: {@code
   * a=1}.
   */
  public static boolean isPartition(String folder) {
    return folder.indexOf('=', folder.lastIndexOf('/') + 1) > 0;
  }

  /**
   * The identifier, in Hadoop's notation, of an attempt whose files are governed.
   *
   * @param root the dataset's key
   * @param job the job's id
   * @param task the task's number
   * @param attempt a number that is unique in this job
   */
  public static String attempt(String root, String job, int task, long attempt) {
    return attempt(root, job, String.format(Locale.ROOT, "m_%06d", task), attempt);
  }

  /**
   * The same for a job that numbers tasks of several kinds from 0.
   *
   * @param task one letter for the kind, an underscore and the number
   * @param attempt a number that is unique in this task
   */
  public static String attempt(String root, String job, String task, long attempt) {
    return String.format(
        Locale.ROOT, "attempt_%s%s-%s_0000_%s_%d", TRACKER, tagOf(root), job, task, attempt);
  }

  /** The tag of a root: the first digits of its key's SHA-256. */
  public static String tagOf(String root) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      byte[] hash = digest.digest(root.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash).substring(0, TAG_LENGTH);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JVM has SHA-256", e);
    }
  }
}
