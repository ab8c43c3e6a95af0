package io.headwater.store.upload;

import io.headwater.store.MultipartUploads;
import java.nio.file.Path;

/**
 * How a process sends objects.
 *
 * @param policy what happens to bytes while they are written
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
    WritePolicy policy,
    long memory,
    Path directory,
    long wholeLength,
    long partLength,
    int threads) {
  /** What S3 takes at most in one request, in bytes: one part, or an object sent whole. */
  public static final long MAXIMUM_LENGTH = 5L << 30;

  /** The most memory, in bytes, that a pool of blocks can count. */
  public static final long MAXIMUM_MEMORY = (long) Integer.MAX_VALUE * BlockPool.BLOCK_LENGTH;

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
   * The length in bytes of part {@code number} (from 1): doubles every 1,000 parts, as far as S3
   * takes it.
   */
  long lengthOfPart(int number) {
    return Math.min(partLength << ((number - 1) / 1000), MAXIMUM_LENGTH);
  }
}
