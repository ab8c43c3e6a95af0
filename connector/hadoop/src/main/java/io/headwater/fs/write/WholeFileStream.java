package io.headwater.fs.write;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.apache.hadoop.fs.Abortable;
import org.apache.hadoop.fs.CommonPathCapabilities;
import org.apache.hadoop.fs.StreamCapabilities;

/** Writes a short file by one request on close. Until then its bytes are in memory. */
abstract class WholeFileStream extends ByteArrayOutputStream
    implements Abortable, StreamCapabilities {
  private boolean closed;

  /** Writes the file. */
  abstract void store(byte[] content) throws IOException;

  @Override
  public void close() throws IOException {
    if (!closed) {
      closed = true;
      store(toByteArray());
    }
  }

  @Override
  public AbortableResult abort() {
    boolean alreadyClosed = closed;
    closed = true;
    reset();
    return new Aborted(alreadyClosed);
  }

  private record Aborted(boolean alreadyClosed) implements AbortableResult {
    @Override
    public IOException anyCleanupException() {
      return null;
    }
  }

  @Override
  public boolean hasCapability(String capability) {
    return CommonPathCapabilities.ABORTABLE_STREAM.equalsIgnoreCase(capability);
  }
}
