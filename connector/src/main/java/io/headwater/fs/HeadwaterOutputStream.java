package io.headwater.fs;

import io.headwater.store.upload.ObjectWriter;
import java.io.IOException;
import java.io.OutputStream;
import org.apache.hadoop.fs.Abortable;
import org.apache.hadoop.fs.CommonPathCapabilities;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StreamCapabilities;

/**
 * Writes one file. What is written under a temporary name is sealed by {@link #close}, anything
 * else published. A stream that failed to take some bytes never becomes a file.
 */
final class HeadwaterOutputStream extends OutputStream implements Abortable, StreamCapabilities {
  private final ObjectWriter writer;
  private final Path path;
  private final boolean publishOnClose;
  private IOException failure;
  private boolean closed;

  HeadwaterOutputStream(ObjectWriter writer, Path path, boolean publishOnClose) {
    this.writer = writer;
    this.path = path;
    this.publishOnClose = publishOnClose;
  }

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
    } catch (IOException e) {
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
    if (failure != null) {
      writer.abort();
      throw new IOException(path + " was not written: an earlier write to it failed", failure);
    }
    try {
      writer.close();
      if (publishOnClose) {
        writer.publish();
      }
    } catch (IOException e) {
      abandon(e);
      throw e;
    }
  }

  private void abandon(IOException cause) {
    try {
      writer.abort();
    } catch (IOException e) {
      cause.addSuppressed(e);
    }
  }

  @Override
  public AbortableResult abort() {
    boolean alreadyClosed = closed;
    closed = true;
    IOException cleanup = null;
    if (!alreadyClosed) {
      try {
        writer.abort();
      } catch (IOException e) {
        cleanup = e;
      }
    }
    return new Aborted(alreadyClosed, cleanup);
  }

  private record Aborted(boolean alreadyClosed, IOException anyCleanupException)
      implements AbortableResult {}

  @Override
  public boolean hasCapability(String capability) {
    return CommonPathCapabilities.ABORTABLE_STREAM.equalsIgnoreCase(capability);
  }
}
