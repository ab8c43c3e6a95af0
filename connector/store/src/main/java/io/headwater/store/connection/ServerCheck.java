package io.headwater.store.connection;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.headwater.store.retry.FailureTimes;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.util.Optional;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/** Diagnoses failures that a retry would not resolve: a wrong scheme or port. */
public final class ServerCheck {
  /** Java's message for a response that is not TLS. */
  private static final String NO_TLS = "Unsupported or unrecognized SSL message";

  /**
   * Java's message for a connection that received nothing. A connection that was not established
   * has another message.
   */
  private static final String SILENCE = "Read timed out";

  private static final String HTTP = "HTTP/";

  private volatile boolean hasResponded;

  /** Records that the server has responded to a request. */
  public void noteResponse() {
    hasResponded = true;
  }

  /**
   * The problem and its solution, or empty if a retry may succeed.
   *
   * @param server its URL
   */
  public Optional<String> advice(URI server, Throwable failure) {
    boolean isSilent = isCausedBy(failure, SocketTimeoutException.class, SILENCE);
    boolean isSecure = "https".equalsIgnoreCase(server.getScheme());
    if (isCausedBy(failure, SSLException.class, NO_TLS)
        || !hasResponded && isSecure && isSilent && speaksHttp(server)) {
      return Optional.of(
          server + " does not speak TLS at this port; write http:// or another port");
    }
    if (hasResponded || isSilent || isCausedBy(failure, ConnectException.class, "")) {
      return Optional.empty();
    }
    return !isSecure && speaksTls(server)
        ? Optional.of(server + " speaks TLS at this port; write https:// or another port")
        : Optional.empty();
  }

  /**
   * The problem of a server that accepted a connection, sent nothing, and has never responded: it
   * hangs, or is no object store. Reported only for read requests, which need not be retried for
   * minutes. The outcome of a write would be unknown.
   *
   * @param server its name for the user
   */
  public Optional<String> silence(String server, boolean isRead, Throwable failure) {
    return !hasResponded && isRead && isCausedBy(failure, SocketTimeoutException.class, SILENCE)
        ? Optional.of(
            server
                + " accepted the connection and did not respond. Check that the address is "
                + "that of an object store, that the store works, and that no firewall or "
                + "proxy intervenes")
        : Optional.empty();
  }

  private static boolean isCausedBy(Throwable failure, Class<?> type, String text) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (type.isInstance(cause) && String.valueOf(cause.getMessage()).contains(text)) {
        return true;
      }
    }
    return false;
  }

  private static Socket connect(URI server) throws IOException {
    int usual = "https".equalsIgnoreCase(server.getScheme()) ? 443 : 80;
    int port = server.getPort() < 0 ? usual : server.getPort();
    int limit = (int) FailureTimes.SERVER_CHECK.toMillis();
    Socket socket = new Socket();
    socket.connect(new InetSocketAddress(server.getHost(), port), limit);
    socket.setSoTimeout(limit);
    return socket;
  }

  private static boolean speaksHttp(URI server) {
    try (Socket socket = connect(server)) {
      socket.getOutputStream().write("GET / HTTP/1.0\r\n\r\n".getBytes(US_ASCII));
      return new String(socket.getInputStream().readNBytes(HTTP.length()), US_ASCII).equals(HTTP);
    } catch (IOException e) {
      return false;
    }
  }

  private static boolean speaksTls(URI server) {
    SSLSocketFactory tls = (SSLSocketFactory) SSLSocketFactory.getDefault();
    try (Socket plain = connect(server);
        SSLSocket socket =
            (SSLSocket) tls.createSocket(plain, server.getHost(), plain.getPort(), true)) {
      socket.startHandshake();
      return true;
    } catch (SSLHandshakeException e) {
      return true; // A server whose certificate is not trusted speaks TLS.
    } catch (IOException e) {
      return false;
    }
  }
}
