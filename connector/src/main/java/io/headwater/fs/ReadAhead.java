package io.headwater.fs;

import io.headwater.store.ByteRange;
import java.util.List;
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

  /** A jumping reader that wants so many bytes at once knows what it wants. */
  private static final int EXACT = 16 << 10;

  /** One that wants so many goes from chunk to chunk, and what lies behind may be of no use. */
  private static final int CHUNK = 1 << 20;

  /** The most bytes that a jumping reader asks for. */
  private static final int MOST = 8 << 20;

  /** How the names end of files that are read from their end. */
  private static final List<String> COLUMNAR = List.of(".parquet", ".orc");

  private final long splitStart;
  private final long splitEnd;
  private final boolean beginsAtEnd;
  private ReadPolicy policy;
  private long lastEnd = -1;
  private long lastLength;

  private ReadAhead(ReadPolicy policy, String name, long splitStart, long splitEnd) {
    this.policy = policy;
    this.beginsAtEnd =
        policy == ReadPolicy.RANDOM || policy == ReadPolicy.ADAPTIVE && isColumnar(name);
    this.splitStart = splitStart;
    this.splitEnd = splitEnd;
  }

  /** For a reader of a file of which nothing is known but the name. */
  static ReadAhead adaptive(String name) {
    return new ReadAhead(ReadPolicy.ADAPTIVE, name, 0, Long.MAX_VALUE);
  }

  /** For a reader of a file that told its habit, or the split that it reads. */
  static ReadAhead of(String name, OpenFileParameters parameters) {
    var options = parameters.getOptions();
    ReadPolicy policy =
        ReadPolicy.parse(options.get(OpenFileOptions.FS_OPTION_OPENFILE_READ_POLICY, "default"));
    // Callers give numbers of any kind, also as doubles.
    double start = options.getDouble(OpenFileOptions.FS_OPTION_OPENFILE_SPLIT_START, 0);
    double end = options.getDouble(OpenFileOptions.FS_OPTION_OPENFILE_SPLIT_END, Long.MAX_VALUE);
    return start < end && start >= 0
        ? new ReadAhead(policy, name, (long) start, (long) end)
        : new ReadAhead(policy, name, 0, Long.MAX_VALUE);
  }

  /** Whether a file's name says that it has its footer at its end. */
  static boolean isColumnar(String name) {
    return COLUMNAR.stream().anyMatch(name::endsWith);
  }

  /**
   * Whether the reader looks at the file's last bytes first, where columnar formats have footers.
   */
  boolean beginsAtEnd() {
    return beginsAtEnd;
  }

  /** The offset at which a reader begins who does not begin at the end. */
  long splitStart() {
    return splitStart;
  }

  /** What to ask for when the reader wants {@code wanted} bytes at a position. */
  ByteRange next(long position, int wanted) {
    if (policy != ReadPolicy.RANDOM && position < splitEnd) {
      return splitEnd > Long.MAX_VALUE - PAST_SPLIT
          ? ByteRange.from(position)
          : new ByteRange(position, splitEnd + PAST_SPLIT);
    }
    lastLength = Math.max(wanted, least(position, wanted));
    lastEnd = position + lastLength;
    return new ByteRange(position, lastEnd);
  }

  private long least(long position, int wanted) {
    if (position == lastEnd && wanted < CHUNK) {
      return Math.max(LEAST, Math.min(2 * lastLength, MOST));
    }
    return wanted < EXACT ? LEAST : 0;
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
