package io.headwater.fs.read;

import org.apache.hadoop.security.AccessControlException;

/**
 * A reader's file was replaced by another one.
 *
 * <p>It is an {@link AccessControlException} for Spark's sake. With {@code ignoreCorruptFiles}
 * Spark counts every other {@link java.io.IOException} as a corrupt file, and leaves out its rows.
 */
public final class ReplacedFileException extends AccessControlException {
  private static final long serialVersionUID = 1;

  ReplacedFileException(String message, Throwable cause) {
    super(message);
    initCause(cause);
  }
}
