package io.headwater.fs.write;

import io.headwater.store.PutMode;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.Options.CreateFileOptionKeys;
import org.apache.hadoop.fs.Path;

/**
 * The condition for a file to be created, which is checked when its stream is closed. Hadoop's
 * class {@code Options.CreateFileOptionKeys} specifies it from 3.4.2 on.
 *
 * @param option the option of {@code createFile}, which is also the stream's capability
 * @param mode the condition of the object
 */
public record CreateCondition(String option, PutMode mode) {
  private static final String ABSENT = CreateFileOptionKeys.FS_OPTION_CREATE_CONDITIONAL_OVERWRITE;
  private static final String ETAG =
      CreateFileOptionKeys.FS_OPTION_CREATE_CONDITIONAL_OVERWRITE_ETAG;

  /**
   * The condition in the options, or empty if they have none.
   *
   * @throws IllegalArgumentException if the ETag is empty, or both conditions are set
   */
  static Optional<CreateCondition> of(Configuration options) {
    boolean absent = options.getBoolean(ABSENT, false);
    String etag = options.get(ETAG);
    if (etag == null) {
      return absent
          ? Optional.of(new CreateCondition(ABSENT, PutMode.CREATE_IF_ABSENT))
          : Optional.empty();
    }
    if (etag.isBlank()) {
      throw new IllegalArgumentException(
          ETAG + " is empty. Set it to the ETag of the file's status, or remove it");
    }
    if (absent) {
      throw new IllegalArgumentException(
          ETAG + " is set and " + ABSENT + " is true. A file cannot be both absent and known");
    }
    return Optional.of(new CreateCondition(ETAG, new PutMode.ReplaceIfMatch(etag.trim())));
  }

  /**
   * Checks that the condition is true for a file that a task has not committed.
   *
   * @throws FileAlreadyExistsException if it requires an ETag
   */
  void requireNoEtag(Path path) throws FileAlreadyExistsException {
    if (option.equals(ETAG)) {
      throw new FileAlreadyExistsException(
          "cannot create " + path + ": it is a folder or a task's file, which has no ETag");
    }
  }
}
