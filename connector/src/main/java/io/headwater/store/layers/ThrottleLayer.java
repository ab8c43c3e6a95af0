package io.headwater.store.layers;

import io.headwater.store.ObjectStore;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.Semaphore;

/**
 * Bounds the requests in flight; the longest waiting goes next. A request counts until its answer's
 * head has come: a body that stays open holds no permit, so that readers of many bodies cannot lock
 * each other out.
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
          new InterruptedIOException(request + ": interrupted while waiting for its turn");
      interrupted.initCause(e);
      throw interrupted;
    }
  }
}
