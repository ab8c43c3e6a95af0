package io.headwater.store.upload;

import io.headwater.store.MultipartUploads;
import java.nio.file.Path;

/**
 * How a process sends objects.
 *
 * @param memory the most memory in bytes for unsent data, over all streams; beyond it data goes to
 *     {@code directory}
 * @param directory the local folder for what memory does not hold
 * @param wholeLength in bytes: an object up to this length is sent by one PUT, a longer one in
 *     parts
 * @param partLength the length of a part in bytes; longer from part 1,001 on, so that 10,000 parts
 *     hold 5 TiB
 * @param threads how many parts are sent at once, over all streams
 */
public record UploadSettings(
    long memory, Path directory, long wholeLength, long partLength, int threads) {
  public UploadSettings {
    if (partLength < MultipartUploads.MINIMUM_PART_LENGTH) {
      throw new IllegalArgumentException(
          "fs.headwater.upload.part.size is "
              + partLength
              + ", but stores take no part under 5 MiB");
    }
    if (memory < 0 || threads < 1) {
      throw new IllegalArgumentException(
          "fs.headwater.upload.memory must not be negative and .threads at least 1: "
              + memory
              + ", "
              + threads);
    }
  }

  /** The length in bytes of part {@code number} (from 1): doubles every 1,000 parts. */
  long lengthOfPart(int number) {
    return partLength << ((number - 1) / 1000);
  }
}
