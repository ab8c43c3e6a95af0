package io.headwater.store.content;

import io.headwater.store.exception.TransientStoreException;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/** A body of {@link OpenBodies}. One thread reads it, and another may cut it between two reads. */
final class WatchedBody extends InputStream {
  private final InputStream body;
  private final String place;
  private final Consumer<WatchedBody> onClose;
  private final ReentrantLock use = new ReentrantLock();
  private volatile long lastRead = System.nanoTime();
  private boolean cut;

  WatchedBody(InputStream body, String place, Consumer<WatchedBody> onClose) {
    this.body = body;
    this.place = place;
    this.onClose = onClose;
  }

  /** The time of the last read, by {@link System#nanoTime}. */
  long lastRead() {
    return lastRead;
  }

  /** Closes the body to free its connection, unless it is being read. Returns whether it did. */
  boolean cut() {
    if (!use.tryLock()) {
      return false;
    }
    try {
      cut = true;
      close();
    } catch (IOException e) {
      // The reader continues with another response in any case.
    } finally {
      use.unlock();
    }
    return true;
  }

  @Override
  public int read() throws IOException {
    byte[] single = new byte[1];
    return read(single, 0, 1) < 0 ? -1 : single[0] & 0xFF;
  }

  @Override
  public int read(byte[] buffer, int offset, int count) throws IOException {
    use.lock();
    try {
      if (cut) {
        throw new TransientStoreException(
            place
                + ": the connection was released to another request, because the response "
                + "was not read",
            null);
      }
      return body.read(buffer, offset, count);
    } finally {
      lastRead = System.nanoTime();
      use.unlock();
    }
  }

  @Override
  public int available() throws IOException {
    use.lock();
    try {
      return cut ? 0 : body.available();
    } finally {
      use.unlock();
    }
  }

  @Override
  public void close() throws IOException {
    use.lock();
    try {
      body.close();
    } finally {
      use.unlock();
      onClose.accept(this);
    }
  }
}
