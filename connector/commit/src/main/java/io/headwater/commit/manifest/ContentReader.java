package io.headwater.commit.manifest;

import java.util.Optional;

/**
 * Reads a file's statistics from its last bytes as they are written, without a request to the
 * store. Loaded by the service loader: one for each format whose library is present.
 */
public interface ContentReader {
  /** Whether a file of this name may have the format. */
  boolean isFor(String name);

  /**
   * Reads the end of a file.
   *
   * @param tail its last bytes, or all of them if it is short
   * @param length of the complete file, in bytes
   * @return empty if these bytes are not sufficient
   */
  Optional<FileContent> read(byte[] tail, long length);
}
