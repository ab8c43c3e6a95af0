package io.headwater.commit.attempt;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A key that never contains an object, because some program intends to rename it. These are the
 * names of unfinished output in Hadoop's FileOutputCommitter (both algorithms, old and new API),
 * {@code hadoop fs -put} and DistCp.
 *
 * @param kind what it names
 * @param target for {@link Kind#ATTEMPT} and {@link Kind#COPY} the final key or folder in its
 *     program's terms; for the job's own folders the dataset; for {@link Kind#UNNAMED} empty
 * @param attempt the attempt that writes it; only for {@link Kind#ATTEMPT}
 */
public record TemporaryKey(Kind kind, String target, Optional<AttemptId> attempt) {
  /** What a temporary key names. */
  public enum Kind {
    /** {@code D/_temporary}, {@code D/_temporary/<n>} or {@code D/_temporary/<n>/_temporary}. */
    JOB,
    /** {@code D/_temporary/<n>/_temporary/attempt_…} or below. */
    ATTEMPT,
    /** {@code D/_temporary/<n>/task_…} or below: the name of a committed attempt. */
    COMMITTED_TASK,
    /** {@code F._COPYING_}: F during a copy (org.apache.hadoop.fs.shell.CommandWithDestination). */
    COPY,
    /**
     * {@code .distcp.tmp.attempt_…}: a copy whose final name only the rename specifies
     * (org.apache.hadoop.tools.mapred.RetriableFileCopyCommand).
     */
    UNNAMED
  }

  private static final Pattern JOB =
      Pattern.compile("(?:(.*?)/)?_temporary(?:/\\d+(?:/_temporary)?)?", Pattern.DOTALL);
  private static final Pattern MANIFEST_COMMITTER =
      Pattern.compile("(?:(.*?)/)?_temporary/[^/]+/\\d+", Pattern.DOTALL);
  private static final Pattern ATTEMPT =
      Pattern.compile(
          "(?:(.*?)/)?_temporary/\\d+/_temporary/(attempt_[^/]+)(/.*)?", Pattern.DOTALL);
  private static final Pattern COMMITTED_TASK =
      Pattern.compile("(?:(.*?)/)?_temporary/\\d+/task_[^/]+(/.*)?", Pattern.DOTALL);
  private static final Pattern UNNAMED =
      Pattern.compile("(?:.*/)?\\.distcp\\.tmp\\.attempt_[^/]+", Pattern.DOTALL);
  private static final String COPYING = "._COPYING_";

  /**
   * The dataset of a folder {@code D/_temporary/JOB/00}, the first folder of a job of Hadoop's
   * manifest committer. Its files are not temporary in the sense of this class.
   */
  public static Optional<String> datasetOfManifestCommitter(String folder) {
    Matcher job = MANIFEST_COMMITTER.matcher(folder);
    return job.matches() ? Optional.of(dataset(job)) : Optional.empty();
  }

  /** Parses a key, or empty if it is not temporary. */
  public static Optional<TemporaryKey> parse(String key) {
    if (key.endsWith(COPYING) && !key.endsWith("/" + COPYING)) {
      String target = key.substring(0, key.length() - COPYING.length());
      return Optional.of(new TemporaryKey(Kind.COPY, target, Optional.empty()));
    }
    if (UNNAMED.matcher(key).matches()) {
      return Optional.of(new TemporaryKey(Kind.UNNAMED, "", Optional.empty()));
    }
    return key.contains("_temporary") ? parseJob(key) : Optional.empty();
  }

  private static Optional<TemporaryKey> parseJob(String key) {
    Matcher job = JOB.matcher(key);
    if (job.matches()) {
      return Optional.of(new TemporaryKey(Kind.JOB, dataset(job), Optional.empty()));
    }
    Matcher task = COMMITTED_TASK.matcher(key);
    if (task.matches()) {
      return Optional.of(new TemporaryKey(Kind.COMMITTED_TASK, dataset(task), Optional.empty()));
    }
    Matcher matcher = ATTEMPT.matcher(key);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    String below = matcher.group(3) == null ? "" : matcher.group(3).substring(1);
    String dataset = dataset(matcher);
    String target = dataset.isEmpty() || below.isEmpty() ? dataset + below : dataset + "/" + below;
    return AttemptId.parse(matcher.group(2))
        .map(attempt -> new TemporaryKey(Kind.ATTEMPT, target, Optional.of(attempt)));
  }

  private static String dataset(Matcher matcher) {
    return matcher.group(1) == null ? "" : matcher.group(1);
  }

  /**
   * Whether only this process can know it. A job's own folders may also exist in the store, left by
   * another program's committer.
   */
  public boolean isOnlyPending() {
    return kind != Kind.JOB;
  }

  /**
   * Whether it is a committer's name. A program that copies a file renames it to its final name,
   * even if that looks temporary.
   */
  public boolean isOfJob() {
    return kind != Kind.COPY && kind != Kind.UNNAMED;
  }

  /** Whether a job creates a folder with this name. No file of a task has such a name. */
  public boolean isJobsFolder(String key) {
    return kind == Kind.COMMITTED_TASK
        || attempt.filter(id -> key.endsWith("_temporary/" + id.text())).isPresent();
  }

  /** The object's key in the store, or empty if only a rename can specify it. */
  public Optional<String> publishedKey() {
    return switch (kind) {
      case ATTEMPT -> attempt.map(id -> AttemptName.of(target, id).key());
      case COPY -> Optional.of(target);
      default -> Optional.empty();
    };
  }
}
