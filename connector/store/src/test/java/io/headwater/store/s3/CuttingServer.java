package io.headwater.store.s3;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Sends every GET a body that is shorter than its Content-Length, which a real server does not do
 * on request. Counts the connections it accepts.
 */
final class CuttingServer implements AutoCloseable {
  private final ServerSocket socket = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
  private final AtomicInteger connections = new AtomicInteger();
  private final int announced;
  private final int sent;

  /**
   * @param announced the Content-Length in bytes
   * @param sent the number of bytes to send; if it is the Content-Length, the connection stays open
   */
  CuttingServer(int announced, int sent) throws IOException {
    this.announced = announced;
    this.sent = sent;
    Thread thread = new Thread(this::serve, "cutting-server");
    thread.setDaemon(true);
    thread.start();
  }

  URI endpoint() {
    return URI.create("http://127.0.0.1:" + socket.getLocalPort());
  }

  int connections() {
    return connections.get();
  }

  private void serve() {
    while (!socket.isClosed()) {
      try (Socket client = socket.accept()) {
        connections.incrementAndGet();
        respondToAll(client);
      } catch (SocketException e) {
        // The client or this server closed the connection. Continue with the next one, if any.
        continue;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private void respondToAll(Socket client) throws IOException {
    BufferedReader requests =
        new BufferedReader(
            new InputStreamReader(client.getInputStream(), StandardCharsets.ISO_8859_1));
    OutputStream responses = client.getOutputStream();
    for (String line = requests.readLine(); line != null; line = requests.readLine()) {
      if (line.isEmpty()) {
        responses.write(head());
        responses.write(new byte[sent]);
        responses.flush();
        if (sent < announced) {
          return;
        }
      }
    }
  }

  private byte[] head() {
    return String.join(
            "\r\n",
            "HTTP/1.1 200 OK",
            "ETag: \"0123456789abcdef0123456789abcdef\"",
            "Last-Modified: Fri, 20 Nov 2026 10:00:00 GMT",
            "Content-Length: " + announced,
            "",
            "")
        .getBytes(StandardCharsets.ISO_8859_1);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
