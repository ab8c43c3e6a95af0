package io.headwater.fs;

import io.headwater.store.ObjectBody;
import io.headwater.store.RangeNotSatisfiableException;
import io.headwater.store.TransientStoreException;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Objects;
import org.apache.hadoop.fs.CanUnbuffer;
import org.apache.hadoop.fs.FSExceptionMessages;
import org.apache.hadoop.fs.FSInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.StreamCapabilities;

/**
 * Reads one object: a request is sent when bytes are needed, for as many as the reader's habit
 * promises to use. The first answer's ETag is asked for in every later request, so that a file that
 * is replaced meanwhile fails the reader instead of mixing two.
 */
final class HeadwaterInputStream extends FSInputStream implements CanUnbuffer, StreamCapabilities {
  /** A gap up to this many bytes is read past, which costs less than a new request. */
  private static final int READ_PAST = 256 << 10;

  /** How often reading goes on with a new request after a broken answer, without any progress. */
  private static final int RESUMES = 3;

  private final ObjectReads object;
  private final FileSystem.Statistics statistics;
  private long position;
  private ObjectBody body;
  private long bodyPosition;
  private boolean closed;

  HeadwaterInputStream(ObjectReads object, FileSystem.Statistics statistics) {
    this.object = object;
    this.statistics = statistics;
  }

  /** A stream whose first request was sent and answered already. */
  HeadwaterInputStream(ObjectReads object, FileSystem.Statistics statistics, ObjectBody first) {
    this(object, statistics);
    body = first;
    bodyPosition = first.start();
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
    position = target;
  }

  @Override
  public boolean seekToNewSource(long target) {
    return false;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
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
    for (int resumed = 0; ; resumed++) {
      try {
        return readOnce(buffer, offset, count);
      } catch (RangeNotSatisfiableException e) {
        return -1;
      } catch (TransientStoreException e) {
        dropBody();
        if (resumed == RESUMES) {
          throw e;
        }
      }
    }
  }

  private int readOnce(byte[] buffer, int offset, int count) throws IOException {
    moveBodyTo(position, count);
    int read = body.stream().read(buffer, offset, count);
    if (read > 0) {
      position += read;
      bodyPosition += read;
      statistics.incrementBytesRead(read);
    }
    return read;
  }

  /** Sees to it that the body's next byte is the one at {@code target}. */
  private void moveBodyTo(long target, int wanted) throws IOException {
    if (body != null && (target < bodyPosition || target >= endOfBody())) {
      object.noteJump(target < bodyPosition);
      dropBody();
    }
    if (body != null && target > bodyPosition) {
      if (target - bodyPosition <= READ_PAST) {
        body.stream().skipNBytes(target - bodyPosition);
        bodyPosition = target;
      } else {
        object.noteJump(true);
        dropBody();
      }
    }
    if (body == null) {
      body = object.get(target, wanted);
      bodyPosition = body.start();
      if (bodyPosition < target) {
        body.stream().skipNBytes(target - bodyPosition);
        bodyPosition = target;
      }
    }
  }

  private long endOfBody() {
    return body.start() + body.length();
  }

  private void dropBody() throws IOException {
    ObjectBody dropped = body;
    body = null;
    if (dropped != null) {
      dropped.close();
    }
  }

  @Override
  public synchronized int available() throws IOException {
    requireOpen();
    return body == null ? 0 : (int) Math.min(Integer.MAX_VALUE, endOfBody() - bodyPosition);
  }

  @Override
  public synchronized void unbuffer() {
    try {
      dropBody();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public synchronized void close() throws IOException {
    closed = true;
    dropBody();
  }

  @Override
  public boolean hasCapability(String capability) {
    return StreamCapabilities.UNBUFFER.equalsIgnoreCase(capability);
  }

  private void requireOpen() throws IOException {
    if (closed) {
      throw new IOException(FSExceptionMessages.STREAM_IS_CLOSED + ": " + object.key());
    }
  }
}
