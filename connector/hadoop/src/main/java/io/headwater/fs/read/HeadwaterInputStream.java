package io.headwater.fs.read;

import io.headwater.store.ObjectBody;
import io.headwater.store.concurrent.WorkerPool;
import io.headwater.store.exception.RangeNotSatisfiableException;
import io.headwater.store.exception.TransientStoreException;
import io.headwater.store.retry.RetryPolicy;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ref.Cleaner;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.apache.hadoop.fs.CanUnbuffer;
import org.apache.hadoop.fs.FSExceptionMessages;
import org.apache.hadoop.fs.FSInputStream;
import org.apache.hadoop.fs.FileRange;
import org.apache.hadoop.fs.StreamCapabilities;
import org.apache.hadoop.fs.statistics.IOStatistics;
import org.apache.hadoop.fs.statistics.IOStatisticsSource;

/**
 * Reads one object. A request is sent when bytes are needed, for as many as the read pattern
 * suggests. Every later request requires the first response's ETag. If the file is replaced
 * meanwhile, the reader fails instead of mixing two versions.
 */
final class HeadwaterInputStream extends FSInputStream
    implements CanUnbuffer, StreamCapabilities, IOStatisticsSource {
  /** A gap of up to this many bytes is skipped by reading, which costs less than a new request. */
  static final int READ_PAST = 256 << 10;

  private static final Cleaner CLEANER = Cleaner.create();

  private final WorkerPool workers;
  private final ObjectReads object;
  private final OpenBody body;
  private final Cleaner.Cleanable cleanable;
  private final ReadCounts counts;
  private long position;
  private boolean anythingRead;
  private boolean closed;

  HeadwaterInputStream(ReadContext context, ObjectReads object) {
    workers = context.bucket().workers();
    this.object = object;
    counts = new ReadCounts(context.usage());
    body = new OpenBody(object.key());
    cleanable = CLEANER.register(this, body::closeForgotten);
  }

  /** A stream whose first request already has a response. */
  static HeadwaterInputStream begun(ReadContext context, ObjectReads object, ObjectBody first) {
    HeadwaterInputStream stream = new HeadwaterInputStream(context, object);
    stream.body.begin(first);
    return stream;
  }

  @Override
  public synchronized long getPos() {
    return position;
  }

  @Override
  public synchronized void seek(long target) throws IOException {
    requireOpen();
    if (target < 0) {
      throw new EOFException(FSExceptionMessages.NEGATIVE_SEEK + ": " + target);
    }
    if (object.knowsLength() && target > object.length()) {
      throw new EOFException(
          FSExceptionMessages.CANNOT_SEEK_PAST_EOF + ": " + target + " of " + object.length());
    }
    counts.seek(position, target);
    position = target;
  }

  @Override
  public boolean seekToNewSource(long target) {
    return false;
  }

  @Override
  public int read() throws IOException {
    byte[] single = new byte[1];
    return read(single, 0, 1) < 0 ? -1 : single[0] & 0xff;
  }

  @Override
  public synchronized int read(byte[] buffer, int offset, int count) throws IOException {
    requireOpen();
    Objects.checkFromIndexSize(offset, count, buffer.length);
    if (count == 0) {
      return 0;
    }
    if (object.knowsLength() && position >= object.length()) {
      return -1;
    }
    for (int attempts = 1; ; attempts++) {
      try {
        openBodyAt(position, count);
      } catch (RangeNotSatisfiableException e) {
        return -1;
      }
      try {
        return readOnce(buffer, offset, count);
      } catch (TransientStoreException e) {
        body.close();
        if (!RetryPolicy.BODY.permits(attempts)) {
          throw e;
        }
      }
    }
  }

  private int readOnce(byte[] buffer, int offset, int count) throws IOException {
    counts.readPast(position - body.position());
    body.skipTo(position);
    int read = body.read(buffer, offset, count);
    if (read > 0) {
      position += read;
      anythingRead = true;
      counts.read(read);
    }
    return read;
  }

  /** Ensures an open body whose next byte is at {@code target} or shortly before. */
  private void openBodyAt(long target, int wanted) throws IOException {
    if (body.isOpen() && !isNear(target)) {
      // The first seek is no jump. Continuing after the response's end is none either.
      if (anythingRead && target != body.position()) {
        object.noteJump();
      }
      body.close();
    }
    if (!body.isOpen()) {
      body.begin(object.get(target, wanted));
    }
  }

  private boolean isNear(long target) {
    long ahead = target - body.position();
    return ahead >= 0 && ahead <= READ_PAST && target < body.end();
  }

  @Override
  public synchronized int available() throws IOException {
    requireOpen();
    return body.isOpen() ? (int) Math.min(Integer.MAX_VALUE, body.end() - body.position()) : 0;
  }

  @Override
  public synchronized void unbuffer() {
    counts.unbuffered();
    try {
      body.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Closes the stream.
   *
   * @throws ReplacedFileException if a read failed because the file was replaced
   */
  @Override
  public synchronized void close() throws IOException {
    if (closed) {
      return;
    }
    counts.closed();
    closed = true;
    body.close();
    cleanable.clean();
    object.requireSameFile();
  }

  @Override
  public int minSeekForVectorReads() {
    return VectoredReads.GAP;
  }

  @Override
  public int maxReadSizeForVectorReads() {
    return VectoredReads.MOST;
  }

  @Override
  public void readVectored(List<? extends FileRange> ranges, IntFunction<ByteBuffer> allocate)
      throws IOException {
    readVectored(ranges, allocate, buffer -> {});
  }

  @Override
  public synchronized void readVectored(
      List<? extends FileRange> ranges,
      IntFunction<ByteBuffer> allocate,
      Consumer<ByteBuffer> release)
      throws IOException {
    requireOpen();
    Objects.requireNonNull(allocate, "allocate");
    Objects.requireNonNull(release, "release");
    Optional<Long> length = object.knowsLength() ? Optional.of(object.length()) : Optional.empty();
    List<? extends FileRange> sorted = SortedRanges.of(ranges, length);
    // Counted in this thread, because Spark reads a task's input from its thread's counters.
    counts.vectored(sorted);
    new VectoredReads(object, workers, allocate, release).start(sorted);
  }

  @Override
  public IOStatistics getIOStatistics() {
    return counts.asStatistics();
  }

  @Override
  public boolean hasCapability(String capability) {
    return switch (capability.toLowerCase(Locale.ROOT)) {
      case StreamCapabilities.UNBUFFER,
          StreamCapabilities.VECTOREDIO,
          StreamCapabilities.IOSTATISTICS ->
          true;
      default -> false;
    };
  }

  private void requireOpen() throws IOException {
    if (closed) {
      throw new IOException(FSExceptionMessages.STREAM_IS_CLOSED + ": " + object.key());
    }
  }
}
