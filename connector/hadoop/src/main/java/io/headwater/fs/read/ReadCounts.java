package io.headwater.fs.read;

import io.headwater.fs.bucket.Counts;
import io.headwater.fs.bucket.Usage;
import io.headwater.fs.hadoop.ThreadCounters;
import java.util.List;
import org.apache.hadoop.fs.FileRange;
import org.apache.hadoop.fs.statistics.IOStatistics;
import org.apache.hadoop.fs.statistics.StreamStatisticNames;
import org.apache.hadoop.fs.statistics.impl.IOStatisticsStore;

/** The counters of one input stream. */
final class ReadCounts {
  private final Usage usage;
  private final IOStatisticsStore counts = Counts.ofReading();

  ReadCounts(Usage usage) {
    this.usage = usage;
  }

  IOStatistics asStatistics() {
    return counts;
  }

  /** Counts bytes returned by one call. */
  void read(long bytes) {
    counts.incrementCounter(StreamStatisticNames.STREAM_READ_OPERATIONS);
    bytes(bytes);
  }

  private void bytes(long bytes) {
    usage.statistics().incrementBytesRead(bytes);
    counts.incrementCounter(StreamStatisticNames.STREAM_READ_BYTES, bytes);
  }

  /** Counts ranges requested by one call. */
  void vectored(List<? extends FileRange> ranges) {
    counts.incrementCounter(StreamStatisticNames.STREAM_READ_VECTORED_OPERATIONS);
    counts.incrementCounter(
        StreamStatisticNames.STREAM_READ_VECTORED_INCOMING_RANGES, ranges.size());
    bytes(ranges.stream().mapToLong(FileRange::getLength).sum());
  }

  /** Counts a seek. */
  void seek(long from, long to) {
    if (from == to) {
      return;
    }
    counts.incrementCounter(StreamStatisticNames.STREAM_READ_SEEK_OPERATIONS);
    counts.incrementCounter(
        to < from
            ? StreamStatisticNames.STREAM_READ_SEEK_BACKWARD_OPERATIONS
            : StreamStatisticNames.STREAM_READ_SEEK_FORWARD_OPERATIONS);
  }

  /** Counts bytes that were received and skipped. */
  void readPast(long bytes) {
    counts.incrementCounter(StreamStatisticNames.STREAM_READ_SEEK_BYTES_DISCARDED, bytes);
  }

  void unbuffered() {
    counts.incrementCounter(StreamStatisticNames.STREAM_READ_UNBUFFERED);
  }

  /** Adds all counts to the file system's and the thread's counters. Must be called once. */
  void closed() {
    counts.incrementCounter(StreamStatisticNames.STREAM_READ_CLOSE_OPERATIONS);
    usage.counts().aggregate(counts);
    ThreadCounters.add(counts);
  }
}
