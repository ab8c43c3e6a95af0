package io.headwater.store.swift.client;

import io.headwater.store.connection.ServerCheck;
import io.headwater.store.exception.StoreException;
import io.headwater.store.exception.StoreUnreachableException;
import io.headwater.store.exception.TransientStoreException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.apache.hc.client5.http.ConnectTimeoutException;
import org.apache.hc.core5.http.ConnectionRequestTimeoutException;
import org.apache.hc.core5.util.DeadlineTimeoutException;

/** Maps connection failures, timeouts and interrupts to store exceptions. */
final class SwiftTransportErrors {
  private static final List<Class<? extends Throwable>> UNREACHABLE =
      List.of(
          ConnectException.class,
          NoRouteToHostException.class,
          UnknownHostException.class,
          ConnectTimeoutException.class);

  private static final List<Class<? extends Throwable>> DISTRUSTED =
      List.of(SSLHandshakeException.class, SSLPeerUnverifiedException.class);

  private final ServerCheck server = new ServerCheck();

  /** A call that waits for a response. */
  @FunctionalInterface
  interface Wait<T> {
    T run() throws IOException;
  }

  /**
   * Returns the response, or translates the failure to receive one. Messages contain the request's
   * name and address.
   *
   * @param isRead whether the request changes nothing
   */
  <T> T receive(String description, URI address, boolean isRead, Wait<T> wait) throws IOException {
    if (Thread.currentThread().isInterrupted()) {
      throw interrupted(description, null);
    }
    try {
      T response = wait.run();
      server.noteResponse();
      return response;
    } catch (CancellationException e) {
      // The client's pool throws this if the thread is interrupted while it waits for a connection.
      Thread.currentThread().interrupt();
      throw interrupted(description, e);
    } catch (IllegalStateException e) {
      throw new StoreException(description + ": the connections to " + address + " are closed", e);
    } catch (IOException e) {
      throw translate(description, address, isRead, e);
    }
  }

  /** Whether no connection became free, so that nothing was sent. */
  static boolean isBusy(Exception e) {
    // The pool throws the second if another thread finds that the wait is over.
    return find(e, ConnectionRequestTimeoutException.class).isPresent()
        || find(e, DeadlineTimeoutException.class).isPresent();
  }

  private static InterruptedIOException interrupted(String description, Exception cause) {
    InterruptedIOException interrupted = new InterruptedIOException(description + ": interrupted");
    interrupted.initCause(cause);
    return interrupted;
  }

  private IOException translate(String description, URI address, boolean isRead, IOException e) {
    Optional<SentContent.UnreadableException> unreadable =
        find(e, SentContent.UnreadableException.class);
    if (unreadable.isPresent()) {
      return new StoreException(description + ": " + unreadable.get().getMessage(), e);
    }
    if (Thread.currentThread().isInterrupted()) {
      return interrupted(description, e);
    }
    if (isBusy(e)) {
      return new StoreUnreachableException(
          description + ": all connections to " + address + " stayed busy", e);
    }
    Optional<String> advice =
        server.advice(address, e).or(() -> server.silence(address.toString(), isRead, e));
    if (advice.isPresent()) {
      return new StoreException(description + ": " + advice.get() + " (" + e + ")", e);
    }
    if (UNREACHABLE.stream().anyMatch(type -> find(e, type).isPresent())) {
      return new StoreUnreachableException(
          description
              + ": no response from "
              + address
              + "; is it running, is the URL right? ("
              + e
              + ")",
          e);
    }
    if (DISTRUSTED.stream().anyMatch(type -> find(e, type).isPresent())) {
      return new StoreException(
          description + ": TLS with " + address + " failed; is its authority trusted? (" + e + ")",
          e);
    }
    return new TransientStoreException(
        description + ": the connection to " + address + " broke: " + e, e);
  }

  /** The first exception of a class in the chain of causes. */
  private static <T extends Throwable> Optional<T> find(Throwable error, Class<T> type) {
    for (Throwable cause = error; cause != null; cause = cause.getCause()) {
      if (type.isInstance(cause)) {
        return Optional.of(type.cast(cause));
      }
    }
    return Optional.empty();
  }
}
