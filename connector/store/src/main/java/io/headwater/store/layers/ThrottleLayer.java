package io.headwater.store.layers;

import io.headwater.store.ObjectStore;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.Semaphore;

/**
 * Limits the requests in flight. The longest waiting request is next. A request holds its permit
 * until the head of its response arrives. An open body holds none, so that readers of many bodies
 * cannot block each other.
 */
public final class ThrottleLayer extends Layer {
  private final Semaphore permits;

  /**
   * @param inFlight the most requests at once, at least 1
   */
  public ThrottleLayer(ObjectStore inner, int inFlight) {
    super(inner);
    if (inFlight < 1) {
      throw new IllegalArgumentException("needs at least one request in flight: " + inFlight);
    }
    this.permits = new Semaphore(inFlight, true);
  }

  @Override
  protected <T> T around(Request request, Call<T> call) throws IOException {
    acquire(request);
    try {
      return call.send();
    } finally {
      permits.release();
    }
  }

  private void acquire(Request request) throws InterruptedIOException {
    try {
      permits.acquire();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      InterruptedIOException interrupted =
          new InterruptedIOException(
              request + ": interrupted while waiting for other requests to end");
      interrupted.initCause(e);
      throw interrupted;
    }
  }
}
