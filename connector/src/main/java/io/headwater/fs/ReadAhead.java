package io.headwater.fs;

import io.headwater.store.ByteRange;
import org.apache.hadoop.fs.Options.OpenFileOptions;
import org.apache.hadoop.fs.impl.OpenFileParameters;

/**
 * How many bytes each request of a reader asks for: as many as its habit promises to use. Used by
 * one thread at a time.
 *
 * <p>A reader from front to back gets one request, up to the end of its split and a little more,
 * for the record that begins there; one that jumps gets little, and more for each request that goes
 * on where the last one ended.
 */
final class ReadAhead {
  /** The bytes after a split's end that its last record is likely to need. */
  private static final int PAST_SPLIT = 256 << 10;

  /** The least bytes that a jumping reader asks for: a request costs as much as reading them. */
  private static final int LEAST = 128 << 10;

  /** The most bytes that a jumping reader asks for. */
  private static final int MOST = 8 << 20;

  private final long splitStart;
  private final long splitEnd;
  private ReadPolicy policy;
  private long lastEnd = -1;
  private long lastLength;

  private ReadAhead(ReadPolicy policy, long splitStart, long splitEnd) {
    this.policy = policy;
    this.splitStart = splitStart;
    this.splitEnd = splitEnd;
  }

  /** For a reader of whom nothing is known. */
  static ReadAhead adaptive() {
    return new ReadAhead(ReadPolicy.ADAPTIVE, 0, Long.MAX_VALUE);
  }

  /** For a reader that told its habit, or the split that it reads. */
  static ReadAhead of(OpenFileParameters parameters) {
    var options = parameters.getOptions();
    ReadPolicy policy =
        ReadPolicy.parse(options.get(OpenFileOptions.FS_OPTION_OPENFILE_READ_POLICY, "default"));
    // Callers give numbers of any kind, also as doubles.
    double start = options.getDouble(OpenFileOptions.FS_OPTION_OPENFILE_SPLIT_START, 0);
    double end = options.getDouble(OpenFileOptions.FS_OPTION_OPENFILE_SPLIT_END, Long.MAX_VALUE);
    return start < end && start >= 0
        ? new ReadAhead(policy, (long) start, (long) end)
        : new ReadAhead(policy, 0, Long.MAX_VALUE);
  }

  /** What to ask for when nothing is known of the object and the reader has not read yet. */
  ByteRange first() {
    return policy == ReadPolicy.RANDOM ? ByteRange.last(LEAST) : next(splitStart, 0);
  }

  /** What to ask for when the reader wants {@code wanted} bytes at a position. */
  ByteRange next(long position, int wanted) {
    if (policy != ReadPolicy.RANDOM && position < splitEnd) {
      return splitEnd > Long.MAX_VALUE - PAST_SPLIT
          ? ByteRange.from(position)
          : new ByteRange(position, splitEnd + PAST_SPLIT);
    }
    lastLength = position == lastEnd ? Math.min(2 * lastLength, MOST) : LEAST;
    lastEnd = position + Math.max(wanted, lastLength);
    return new ByteRange(position, lastEnd);
  }

  /** The reader went back, or far ahead. */
  void noteJump() {
    if (policy == ReadPolicy.ADAPTIVE) {
      policy = ReadPolicy.RANDOM;
    }
  }

  /** Whether a small object is best fetched whole, because the reader may come back to it. */
  boolean mayComeBack() {
    return policy != ReadPolicy.SEQUENTIAL;
  }
}
