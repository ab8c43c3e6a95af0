package io.headwater.fs.read;

import java.io.EOFException;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apache.hadoop.fs.FileRange;

/** The order of vectored reads. Hadoop's own method has another form in 3.3. */
final class SortedRanges {
  private SortedRanges() {}

  /**
   * Ranges in ascending order.
   *
   * @param length of the file in bytes, if it is known
   * @throws EOFException if a range begins before the file or ends after it
   * @throws IllegalArgumentException if a length is negative, or ranges overlap
   */
  static List<? extends FileRange> of(List<? extends FileRange> ranges, Optional<Long> length)
      throws EOFException {
    List<? extends FileRange> sorted =
        ranges.stream()
            .map(range -> Objects.requireNonNull(range, "range"))
            .sorted(Comparator.comparingLong(FileRange::getOffset))
            .toList();
    long reached = 0;
    for (FileRange range : sorted) {
      reached = end(range, reached);
    }
    if (length.isPresent() && reached > length.get()) {
      throw new EOFException(
          "a range ends at " + reached + ", after the file's end at " + length.get());
    }
    return sorted;
  }

  private static long end(FileRange range, long reached) throws EOFException {
    if (range.getLength() < 0) {
      throw new IllegalArgumentException("length is negative: " + range);
    }
    if (range.getOffset() < 0) {
      throw new EOFException("position is negative: " + range);
    }
    if (range.getOffset() < reached) {
      throw new IllegalArgumentException("ranges overlap: " + range + " begins before " + reached);
    }
    return range.getOffset() + range.getLength();
  }
}
