package io.headwater.fs.write;

import io.headwater.commit.manifest.FileContent;
import io.headwater.fs.hadoop.ThreadCounters;
import io.headwater.store.concurrent.WorkerPool;
import io.headwater.store.upload.ObjectWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.hadoop.fs.Abortable;
import org.apache.hadoop.fs.CommonPathCapabilities;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StreamCapabilities;
import org.apache.hadoop.fs.statistics.IOStatistics;
import org.apache.hadoop.fs.statistics.IOStatisticsSource;
import org.apache.hadoop.fs.statistics.StreamStatisticNames;
import org.apache.hadoop.fs.statistics.impl.IOStatisticsBinding;
import org.apache.hadoop.fs.statistics.impl.IOStatisticsStore;

/**
 * Writes one file. {@link #close} seals a file with a temporary name, and publishes any other. A
 * stream with a failed write never becomes a file.
 */
final class HeadwaterOutputStream extends OutputStream
    implements Abortable, StreamCapabilities, IOStatisticsSource {
  private final ObjectWriter writer;
  private final Path path;
  private final Publication publication;
  private final Optional<Watcher> watcher;
  private final Set<String> capabilities;
  private final IOStatisticsStore total;
  private final IOStatisticsStore counts =
      IOStatisticsBinding.iostatisticsStore()
          .withCounters(StreamStatisticNames.STREAM_WRITE_BYTES)
          .build();
  private Throwable failure;
  private boolean closed;

  /**
   * @param publication the action after the file is sealed
   * @param total the file system's counters, to which this stream's are added
   * @param capabilities what the publication guarantees, by Hadoop's names
   */
  HeadwaterOutputStream(
      ObjectWriter writer,
      Path path,
      Publication publication,
      IOStatisticsStore total,
      Set<String> capabilities) {
    this(writer, path, publication, total, capabilities, Optional.empty());
  }

  /** A stream whose file a rename publishes. */
  static HeadwaterOutputStream pending(
      ObjectWriter writer, Path path, IOStatisticsStore total, Optional<Watcher> watcher) {
    return new HeadwaterOutputStream(writer, path, Publication.LATER, total, Set.of(), watcher);
  }

  private HeadwaterOutputStream(
      ObjectWriter writer,
      Path path,
      Publication publication,
      IOStatisticsStore total,
      Set<String> capabilities,
      Optional<Watcher> watcher) {
    this.writer = writer;
    this.path = path;
    this.publication = publication;
    this.total = total;
    this.capabilities = capabilities;
    this.watcher = watcher;
  }

  /** Makes a sealed file visible, or leaves that to a rename. */
  interface Publication {
    /** Leaves publication to a rename. */
    Publication LATER = writer -> {};

    void publish(ObjectWriter writer) throws IOException;
  }

  /**
   * Examines a file's last bytes while it is written. When the file is sealed, the consumer
   * receives its content statistics.
   */
  record Watcher(FileTail tail, Consumer<FileContent> listener) {}

  @Override
  public void write(int value) throws IOException {
    write(new byte[] {(byte) value}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int count) throws IOException {
    if (closed) {
      throw new IOException("the stream to " + path + " is closed");
    }
    try {
      writer.write(bytes, offset, count);
      watcher.ifPresent(each -> each.tail().write(bytes, offset, count));
      counts.incrementCounter(StreamStatisticNames.STREAM_WRITE_BYTES, count);
    } catch (IOException | RuntimeException | Error e) {
      failure = e;
      throw e;
    }
  }

  @Override
  public void close() throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    total.aggregate(counts);
    ThreadCounters.add(counts);
    if (failure != null) {
      IOException unwritten =
          new IOException(path + " was not written: an earlier write to it failed", failure);
      WorkerPool.uninterrupted(writer::abort, unwritten);
      throw unwritten;
    }
    try {
      writer.close();
      watcher.ifPresent(each -> each.tail().content().ifPresent(each.listener()));
      publication.publish(writer);
    } catch (IOException | RuntimeException | Error e) {
      WorkerPool.uninterrupted(writer::abort, e);
      throw e;
    }
  }

  @Override
  public AbortableResult abort() {
    boolean alreadyClosed = closed;
    closed = true;
    IOException cleanup = null;
    if (!alreadyClosed) {
      try {
        WorkerPool.uninterrupted(writer::abort);
      } catch (IOException e) {
        cleanup = e;
      }
    }
    return new Aborted(alreadyClosed, cleanup);
  }

  private record Aborted(boolean alreadyClosed, IOException anyCleanupException)
      implements AbortableResult {}

  @Override
  public IOStatistics getIOStatistics() {
    return counts;
  }

  @Override
  public boolean hasCapability(String capability) {
    return CommonPathCapabilities.ABORTABLE_STREAM.equalsIgnoreCase(capability)
        || StreamCapabilities.IOSTATISTICS.equalsIgnoreCase(capability)
        || capabilities.contains(capability);
  }
}
