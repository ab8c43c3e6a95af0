package io.headwater.commit.attempt;

import java.util.Optional;

/**
 * A Hadoop program that writes each file under a temporary name and renames it in the same process.
 * Its temporary name is also a valid file name, so only the call stack shows whether a rename will
 * follow.
 */
public enum RenamingProgram {
  /** {@code hadoop fs -put}, {@code -cp} and similar commands. */
  SHELL("org.apache.hadoop.fs.shell.CommandWithDestination", "copyStreamToTarget"),

  /** DistCp. */
  DISTCP("org.apache.hadoop.tools.mapred.RetriableFileCopyCommand", "doCopy");

  private final String caller;
  private final String method;

  RenamingProgram(String caller, String method) {
    this.caller = caller;
    this.method = method;
  }

  /** The program that uses such names, or empty for a job's names, which no other file has. */
  public static Optional<RenamingProgram> of(TemporaryKey.Kind kind) {
    return switch (kind) {
      case COPY -> Optional.of(SHELL);
      case UNNAMED -> Optional.of(DISTCP);
      case JOB, ATTEMPT, COMMITTED_TASK -> Optional.empty();
    };
  }

  /** Whether this thread is in the program's method that creates, writes and renames a file. */
  public boolean isCalling() {
    return StackWalker.getInstance()
        .walk(
            frames ->
                frames.anyMatch(
                    frame ->
                        frame.getClassName().equals(caller)
                            && frame.getMethodName().equals(method)));
  }
}
