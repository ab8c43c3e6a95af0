package io.headwater.store.swift.auth;

import io.headwater.store.exception.StoreAccessException;
import io.headwater.store.exception.TransientStoreException;
import io.headwater.store.retry.FailureTimes;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Clock;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/**
 * The token of all threads. One thread fetches it when it is first needed, before it expires, and
 * after the store refused it. Threads that need it wait for that one. No lock is held during the
 * request. It cannot deadlock if the authenticator uses dedicated connections.
 */
public final class TokenSource {
  private final Authenticator authenticator;
  private final Clock clock;
  private Grant current;
  private CompletableFuture<Grant> underWay;
  private Refusal refusal;

  public TokenSource(Authenticator authenticator, Clock clock) {
    this.authenticator = authenticator;
    this.clock = clock;
  }

  private record Refusal(StoreAccessException reason, Instant until) {}

  /** A grant that is valid as far as is known. */
  public Grant get() throws IOException {
    Grant seen;
    synchronized (this) {
      seen = current;
      boolean due = seen == null || !clock.instant().isBefore(seen.renewAt());
      // While another thread renews it early, the old grant is still valid.
      if (!due || (seen != null && underWay != null)) {
        return seen;
      }
    }
    try {
      return renewed(seen);
    } catch (TransientStoreException e) {
      if (seen == null) {
        throw e;
      }
      return seen; // Still valid for a while. The store refuses it once it has expired.
    }
  }

  /**
   * A grant other than the refused one. Of all threads with the same refused grant, one requests a
   * new one.
   */
  public Grant renewed(Grant refused) throws IOException {
    while (true) {
      CompletableFuture<Grant> flight;
      boolean leads;
      synchronized (this) {
        if (current != null && current != refused) {
          return current;
        }
        leads = underWay == null;
        if (leads) {
          throwKeptRefusal();
          underWay = new CompletableFuture<>();
        }
        flight = underWay;
      }
      if (leads) {
        return fetch(flight);
      }
      Grant grant = await(flight);
      if (grant != null) {
        return grant;
      }
    }
  }

  private void throwKeptRefusal() throws StoreAccessException {
    if (refusal != null && clock.instant().isBefore(refusal.until())) {
      throw new StoreAccessException(refusal.reason().getMessage(), refusal.reason());
    }
    refusal = null;
  }

  private Grant fetch(CompletableFuture<Grant> flight) throws IOException {
    Grant grant = null;
    Throwable failure = new IllegalStateException("authentication ended without a result");
    try {
      grant = authenticator.authenticate();
      return grant;
    } catch (IOException | RuntimeException | Error e) {
      failure = e;
      throw e;
    } finally {
      land(flight, grant, failure);
    }
  }

  private void land(CompletableFuture<Grant> flight, Grant grant, Throwable failure) {
    synchronized (this) {
      underWay = null;
      if (grant != null) {
        current = grant;
      } else if (failure instanceof StoreAccessException reason) {
        refusal = new Refusal(reason, clock.instant().plus(FailureTimes.KEYS_REFUSED));
      }
    }
    if (grant != null) {
      flight.complete(grant);
    } else {
      flight.completeExceptionally(failure);
    }
  }

  /**
   * The leader's grant, or null if the leader was interrupted, in which case this thread tries
   * again.
   */
  private static Grant await(CompletableFuture<Grant> flight) throws IOException {
    try {
      return flight.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      InterruptedIOException interrupted = new InterruptedIOException("interrupted: no token yet");
      interrupted.initCause(e);
      throw interrupted;
    } catch (ExecutionException e) {
      return leadersFailure(e.getCause());
    }
  }

  private static Grant leadersFailure(Throwable cause) throws IOException {
    if (cause instanceof InterruptedIOException) {
      return null;
    }
    if (cause instanceof IOException failure) {
      throw failure;
    }
    throw new IOException("authentication failed: " + cause, cause);
  }
}
