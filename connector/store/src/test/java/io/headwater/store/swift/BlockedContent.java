package io.headwater.store.swift;

import io.headwater.store.ObjectStore;
import io.headwater.store.PutOptions;
import io.headwater.store.content.Content;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.util.concurrent.CountDownLatch;

/** One byte that is unavailable until it is released. Its PUT holds a connection until then. */
public final class BlockedContent implements Content {
  private final CountDownLatch read = new CountDownLatch(1);
  private final CountDownLatch released = new CountDownLatch(1);

  public void putTo(ObjectStore store, String key) {
    try {
      store.put(key, this, PutOptions.OVERWRITE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns when the PUT has its connection and requests the byte. */
  public void awaitRead() throws InterruptedException {
    read.await();
  }

  public void release() {
    released.countDown();
  }

  @Override
  public long length() {
    return 1;
  }

  @Override
  public InputStream open() {
    return new InputStream() {
      private boolean given;

      @Override
      public int read() throws IOException {
        read.countDown();
        try {
          released.await();
        } catch (InterruptedException e) {
          throw new InterruptedIOException();
        }
        int next = given ? -1 : 'x';
        given = true;
        return next;
      }
    };
  }
}
