package io.headwater.store.s3;

import io.headwater.store.Operation;
import io.headwater.store.connection.ServerCheck;
import io.headwater.store.exception.StoreAccessException;
import io.headwater.store.exception.StoreException;
import io.headwater.store.exception.StoreUnreachableException;
import io.headwater.store.exception.TransientStoreException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.apache.hc.client5.http.ConnectTimeoutException;
import org.apache.hc.core5.http.ConnectionRequestTimeoutException;
import org.apache.hc.core5.util.DeadlineTimeoutException;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.ApiCallAttemptTimeoutException;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;

/** Maps connection failures, timeouts and interrupts to store exceptions. */
final class TransportErrors {
  private static final List<Class<? extends Throwable>> UNREACHABLE =
      List.of(
          ConnectException.class,
          NoRouteToHostException.class,
          UnknownHostException.class,
          ConnectTimeoutException.class);

  private static final List<Class<? extends Throwable>> DISTRUSTED =
      List.of(SSLHandshakeException.class, SSLPeerUnverifiedException.class);

  private final S3Settings settings;
  private final ServerCheck server = new ServerCheck();

  TransportErrors(S3Settings settings) {
    this.settings = settings;
  }

  /** Records that the service has responded. */
  void noteResponse() {
    server.noteResponse();
  }

  IOException translate(Operation operation, String place, RuntimeException e) {
    // It may be the cause of missing credentials.
    if (find(e, AbortedException.class).isPresent()) {
      return interrupted(place, e);
    }
    if (e instanceof ApiCallTimeoutException || e instanceof ApiCallAttemptTimeoutException) {
      return new TransientStoreException(
          place
              + ": no response from "
              + settings.address()
              + " in "
              + settings.network().requestTimeout(),
          e);
    }
    Optional<TokenServiceSilentException> silent = find(e, TokenServiceSilentException.class);
    if (silent.isPresent()) {
      return new StoreAccessException(place + ": no credentials: " + silent.get().getMessage(), e);
    }
    if (find(e, CredentialsUnavailableException.class).isPresent()) {
      return new StoreAccessException(place + ": " + CREDENTIALS_ADVICE, e);
    }
    Optional<SentContent.UnreadableException> unreadable =
        find(e, SentContent.UnreadableException.class);
    if (unreadable.isPresent()) {
      return new StoreException(place + ": " + unreadable.get().getMessage(), e);
    }
    return ofNetwork(operation, place, e);
  }

  private static final String CREDENTIALS_ADVICE =
      "no credentials; set fs.headwater.s3.access.key and fs.headwater.s3.secret.key,"
          + " or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY";

  private StoreException ofNetwork(Operation operation, String place, RuntimeException e) {
    Optional<String> advice =
        advice(e).or(() -> server.silence(settings.address(), operation.isRead(), e));
    if (advice.isPresent()) {
      return new StoreException(
          place + ": " + advice.get() + "; see fs.headwater.s3.endpoint (" + root(e) + ")", e);
    }
    if (UNREACHABLE.stream().anyMatch(type -> find(e, type).isPresent())) {
      return new StoreUnreachableException(
          place
              + ": no response from "
              + settings.address()
              + "; is it running, is fs.headwater.s3.endpoint right? ("
              + root(e)
              + ")",
          e);
    }
    if (isBusy(e)) {
      return new StoreUnreachableException(
          place + ": all " + settings.network().maxConnections() + " connections stayed busy", e);
    }
    if (DISTRUSTED.stream().anyMatch(type -> find(e, type).isPresent())) {
      return new StoreException(
          place
              + ": TLS with "
              + settings.address()
              + " failed: "
              + root(e)
              + "; is its authority trusted? fs.headwater.s3.ca.file may name it",
          e);
    }
    return find(e, IOException.class).isPresent()
        ? new TransientStoreException(
            place + ": the connection to " + settings.address() + " broke: " + root(e), e)
        : new StoreException(place + ": " + e.getMessage(), e);
  }

  private Optional<String> advice(RuntimeException e) {
    return find(e, IOException.class).isEmpty()
        ? Optional.empty()
        : settings.endpoint().flatMap(endpoint -> server.advice(endpoint, e));
  }

  /** Whether no connection became free, so that nothing was sent. */
  static boolean isBusy(Exception e) {
    // The pool throws the second if another thread finds that the wait is over.
    return find(e, ConnectionRequestTimeoutException.class).isPresent()
        || find(e, DeadlineTimeoutException.class).isPresent();
  }

  private static InterruptedIOException interrupted(String place, RuntimeException cause) {
    Thread.currentThread().interrupt();
    InterruptedIOException interrupted = new InterruptedIOException(place + ": interrupted");
    interrupted.initCause(cause);
    return interrupted;
  }

  /** The first exception of a class in the chain of causes. */
  static <T extends Throwable> Optional<T> find(Throwable error, Class<T> type) {
    for (Throwable cause = error; cause != null; cause = cause.getCause()) {
      if (type.isInstance(cause)) {
        return Optional.of(type.cast(cause));
      }
    }
    return Optional.empty();
  }

  /** The last exception in the chain of causes. */
  static Throwable root(Throwable error) {
    Throwable root = error;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root;
  }
}
