package io.headwater.fs.read;

import io.headwater.store.ObjectBody;
import io.headwater.store.concurrent.WorkerPool;
import io.headwater.store.exception.RangeNotSatisfiableException;
import io.headwater.store.exception.TransientStoreException;
import io.headwater.store.retry.RetryPolicy;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.apache.hadoop.fs.FSExceptionMessages;
import org.apache.hadoop.fs.FileRange;
import org.apache.hadoop.fs.VectoredReadUtils;
import org.apache.hadoop.fs.impl.CombinedFileRange;

/**
 * Reads many ranges of one object, for columnar formats. Adjacent ranges share a request, and the
 * requests are concurrent.
 *
 * @param object the object to read
 * @param workers send the requests
 * @param allocate returns the buffer of a range, in a worker's thread
 * @param release takes back a buffer that could not be filled
 */
record VectoredReads(
    ObjectReads object,
    WorkerPool workers,
    IntFunction<ByteBuffer> allocate,
    Consumer<ByteBuffer> release) {
  /** Ranges closer than this share a request. */
  static final int GAP = HeadwaterInputStream.READ_PAST;

  /** The most bytes of a shared request. Beyond it, concurrent requests are faster. */
  static final int MOST = 8 << 20;

  /**
   * Sends the requests for ranges in ascending order. Each range's future completes when it is
   * filled.
   */
  void start(List<? extends FileRange> ranges) {
    ranges.forEach(range -> range.setData(new CompletableFuture<>()));
    for (CombinedFileRange combined : VectoredReadUtils.mergeSortedRanges(ranges, 1, GAP, MOST)) {
      Queue<FileRange> left = new ArrayDeque<>(combined.getUnderlying());
      workers.submit(() -> read(left, combined.getOffset() + combined.getLength()));
    }
  }

  private Void read(Queue<FileRange> left, long end) {
    int attempts = 0;
    while (!left.isEmpty()) {
      int before = left.size();
      try {
        readOnce(left, end);
      } catch (BrokenAnswer e) {
        attempts = left.size() < before ? 0 : attempts + 1;
        if (!RetryPolicy.BODY.permits(attempts)) {
          fail(left, e.getCause());
        }
      } catch (RangeNotSatisfiableException e) {
        fail(left, new EOFException(FSExceptionMessages.EOF_IN_READ_FULLY));
      } catch (IOException | RuntimeException | Error e) {
        // Otherwise the ranges' reader would wait forever.
        fail(left, e);
      }
    }
    return null;
  }

  /** The failure of a response that had begun. The remaining ranges are requested again. */
  private static final class BrokenAnswer extends IOException {
    private static final long serialVersionUID = 1L;

    BrokenAnswer(TransientStoreException cause) {
      super(cause);
    }
  }

  private static void fail(Queue<FileRange> left, Throwable cause) {
    left.forEach(range -> range.getData().completeExceptionally(cause));
    left.clear();
  }

  private void readOnce(Queue<FileRange> left, long end) throws IOException {
    long start = left.element().getOffset();
    if (start == end) {
      left.remove().getData().complete(allocate.apply(0));
      return;
    }
    try (ObjectBody body = object.range(start, end)) {
      readFrom(body, left);
    }
  }

  private void readFrom(ObjectBody body, Queue<FileRange> left) throws IOException {
    try {
      long position = body.start();
      while (!left.isEmpty()) {
        FileRange range = left.element();
        body.stream().skipNBytes(range.getOffset() - position);
        ByteBuffer filled = fill(range.getLength(), body.stream());
        left.remove();
        range.getData().complete(filled);
        position = range.getOffset() + range.getLength();
      }
    } catch (TransientStoreException e) {
      throw new BrokenAnswer(e);
    }
  }

  private ByteBuffer fill(int length, InputStream stream) throws IOException {
    ByteBuffer buffer = allocate.apply(length);
    int begin = buffer.position();
    try {
      // A pool may return a longer buffer than requested, or a slice of one.
      buffer.limit(begin + length);
      ReadableByteChannel channel = Channels.newChannel(stream);
      while (buffer.hasRemaining()) {
        if (channel.read(buffer) < 0) {
          throw new EOFException(FSExceptionMessages.EOF_IN_READ_FULLY);
        }
      }
      return buffer.position(begin);
    } catch (IOException | RuntimeException e) {
      release.accept(buffer);
      throw e;
    }
  }
}
