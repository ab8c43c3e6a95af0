package io.headwater.store.upload;

import io.headwater.store.MultipartUploads;
import java.nio.file.Path;

/**
 * How a process sends objects.
 *
 * @param policy how bytes are handled while an object is written
 * @param memory the most memory in bytes for unsent data of all streams; further data is written to
 *     {@code directory}
 * @param directory the local folder for data that exceeds the memory
 * @param wholeLength in bytes: an object up to this length is sent by one PUT, a longer one in
 *     parts
 * @param partLength the length of an object's first parts in bytes. Later parts are longer, so that
 *     a long object takes few requests and 10,000 parts reach S3's limit of 5 TiB.
 * @param threads how many parts of all streams are sent at once
 */
public record UploadSettings(
    WritePolicy policy,
    long memory,
    Path directory,
    long wholeLength,
    long partLength,
    int threads) {
  /** S3's limit of one request, in bytes: one part, or an object in one PUT. */
  public static final long MAXIMUM_LENGTH = 5L << 30;

  /** The most memory, in bytes, that a pool of blocks can count. */
  public static final long MAXIMUM_MEMORY = (long) Integer.MAX_VALUE * BlockPool.BLOCK_LENGTH;

  private static final int PARTS_OF_A_LENGTH = 16;
  private static final int MOST_EARLY_DOUBLINGS = 3;
  private static final int LATE_PARTS_OF_A_LENGTH = 1000;

  public UploadSettings {
    within("memory", 0, MAXIMUM_MEMORY, memory);
    within("wholeLength", 0, MAXIMUM_LENGTH, wholeLength);
    within("partLength", MultipartUploads.MINIMUM_PART_LENGTH, MAXIMUM_LENGTH, partLength);
    within("threads", 1, Integer.MAX_VALUE, threads);
  }

  private static void within(String name, long least, long most, long value) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          name + " is " + value + ", which is not from " + least + " to " + most);
    }
  }

  /**
   * The length in bytes of part {@code number} (from 1). It doubles after 16, 32 and 48 parts, then
   * every 1,000, up to S3's limit.
   */
  long lengthOfPart(int number) {
    int before = number - 1;
    int early = Math.min(before / PARTS_OF_A_LENGTH, MOST_EARLY_DOUBLINGS);
    return Math.min(partLength << (early + before / LATE_PARTS_OF_A_LENGTH), MAXIMUM_LENGTH);
  }
}
