package io.headwater.commit.manifest;

import java.util.Optional;

/**
 * Tells what a file holds from its last bytes, as they are written, so that the store need not be
 * asked. Found by the service loader: one for each format whose library is there.
 */
public interface ContentReader {
  /** Whether a file of this name may be of the format. */
  boolean isFor(String name);

  /**
   * Reads the end of a file.
   *
   * @param tail its last bytes, or all of them if it has fewer than were kept
   * @param length of the whole file, in bytes
   * @return nothing if these bytes do not tell
   */
  Optional<FileContent> read(byte[] tail, long length);
}
