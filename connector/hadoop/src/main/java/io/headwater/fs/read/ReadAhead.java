package io.headwater.fs.read;

import io.headwater.store.content.ByteRange;
import java.util.List;
import org.apache.hadoop.fs.Options.OpenFileOptions;
import org.apache.hadoop.fs.impl.OpenFileParameters;

/**
 * How many bytes each request of a reader covers, according to its read pattern. Used by one thread
 * at a time.
 *
 * <p>A sequential reader gets one request, to the end of its split and slightly beyond, for the
 * record that starts there. A random reader gets small requests, which grow while each continues at
 * the previous one's end.
 */
final class ReadAhead {
  /** The bytes after a split's end that its last record probably needs. */
  private static final int PAST_SPLIT = 256 << 10;

  /**
   * The smallest request of a random reader. A request costs as much as reading this many bytes.
   */
  private static final int LEAST = 128 << 10;

  /** A random reader that requests at least this many bytes at once gets exactly those. */
  private static final int EXACT = 16 << 10;

  /**
   * One that requests at least this many reads in chunks, and the following bytes may be useless.
   */
  private static final int CHUNK = 1 << 20;

  /** The largest request of a random reader. */
  private static final int MOST = 8 << 20;

  /** The extensions of files that are read from their end. */
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

  /** For a reader of a file of which only the name is known. */
  static ReadAhead adaptive(String name) {
    return new ReadAhead(ReadPolicy.ADAPTIVE, name, 0, Long.MAX_VALUE);
  }

  /** For a reader that specified its policy, or its split. */
  static ReadAhead of(String name, OpenFileParameters parameters) {
    var options = parameters.getOptions();
    ReadPolicy policy =
        ReadPolicy.parse(options.get(OpenFileOptions.FS_OPTION_OPENFILE_READ_POLICY, "default"));
    // Callers pass numbers of any type, including doubles.
    double start = options.getDouble(OpenFileOptions.FS_OPTION_OPENFILE_SPLIT_START, 0);
    double end = options.getDouble(OpenFileOptions.FS_OPTION_OPENFILE_SPLIT_END, Long.MAX_VALUE);
    return start < end && start >= 0
        ? new ReadAhead(policy, name, (long) start, (long) end)
        : new ReadAhead(policy, name, 0, Long.MAX_VALUE);
  }

  /** Whether a file's name indicates a footer at its end. */
  static boolean isColumnar(String name) {
    return COLUMNAR.stream().anyMatch(name::endsWith);
  }

  /**
   * Whether the reader starts with the file's last bytes, which contain the footer in columnar
   * formats.
   */
  boolean beginsAtEnd() {
    return beginsAtEnd;
  }

  /** The offset at which a reader starts, unless it starts at the end. */
  long splitStart() {
    return splitStart;
  }

  /** The range to request when the reader needs {@code wanted} bytes at a position. */
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

  /** Records that the reader went back, or far ahead. */
  void noteJump() {
    if (policy == ReadPolicy.ADAPTIVE) {
      policy = ReadPolicy.RANDOM;
    }
  }

  /**
   * Whether a small object should be fetched completely, because the reader may come back to it.
   */
  boolean mayComeBack() {
    return policy != ReadPolicy.SEQUENTIAL;
  }
}
