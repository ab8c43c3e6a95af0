package io.headwater.store.s3;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.headwater.store.Capability;
import io.headwater.testing.TestServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * An S3 service that ignores conditions, or responds to them with 501 as Backblaze B2 does. It has
 * PUT and DELETE only.
 */
final class StubbornServer implements AutoCloseable {
  private final HttpServer server;
  private final boolean refuses;
  private final List<String> requests = new CopyOnWriteArrayList<>();

  /**
   * Listens on a free port of the loopback interface.
   *
   * @param refuses whether it responds to conditions with 501
   */
  StubbornServer(boolean refuses) throws IOException {
    this.refuses = refuses;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::respond);
    server.start();
  }

  /** How to reach it. */
  TestServer service() {
    URI endpoint = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    return new TestServer("stubborn", endpoint, "key", "secret", Set.<Capability>of());
  }

  /** The methods of the requests so far. */
  List<String> requests() {
    return List.copyOf(requests);
  }

  private void respond(HttpExchange exchange) throws IOException {
    try (exchange) {
      requests.add(exchange.getRequestMethod());
      exchange.getRequestBody().readAllBytes();
      boolean isConditional =
          exchange.getRequestHeaders().containsKey("If-None-Match")
              || exchange.getRequestHeaders().containsKey("If-Match");
      exchange.getResponseHeaders().set("ETag", "\"0123456789abcdef0123456789abcdef\"");
      int status = exchange.getRequestMethod().equals("DELETE") ? 204 : 200;
      exchange.sendResponseHeaders(refuses && isConditional ? 501 : status, -1);
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
