package io.headwater.store.swift;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.headwater.testing.TestSwift;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;

/**
 * A proxy in front of a Swift with TempAuth. TempAuth returns the same token to a user until it
 * expires and revokes none. The proxy therefore issues its own tokens, and refuses them on demand.
 */
final class TokenGate implements AutoCloseable {
  private static final Set<String> NOT_PASSED =
      Set.of("host", "connection", "content-length", "expect", "transfer-encoding", "x-auth-token");

  private final TestSwift swift;
  private final HttpServer server;
  private final HttpClient http = HttpClient.newHttpClient();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final AtomicInteger given = new AtomicInteger();
  private final AtomicReference<Predicate<String>> busyOnce = new AtomicReference<>(line -> false);
  private volatile int refusedUpTo;
  private volatile String realToken = "";

  TokenGate(TestSwift swift) throws IOException {
    this.swift = swift;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
    server.setExecutor(threads);
    server.createContext("/", this::pass);
    server.start();
  }

  /** The same Swift, through the proxy. */
  TestSwift guarded() {
    return new TestSwift(here(swift.authUrl().getPath()), swift.user(), swift.key());
  }

  private URI here(String path) {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path);
  }

  /** Refuses every token issued so far. */
  void expire() {
    refusedUpTo = given.get();
  }

  /**
   * Sends 503 to the next chosen request.
   *
   * @param chosen decides by method and path, separated by a space
   */
  void refuseOnce(Predicate<String> chosen) {
    busyOnce.set(chosen);
  }

  /** Whether a request was refused since {@link #refuseOnce}. */
  boolean hasRefused() {
    return busyOnce.get() == null;
  }

  private boolean isBusy(HttpExchange exchange) {
    Predicate<String> chosen = busyOnce.get();
    String line = exchange.getRequestMethod() + " " + exchange.getRequestURI().getPath();
    return chosen != null && chosen.test(line) && busyOnce.compareAndSet(chosen, null);
  }

  /** The number of tokens issued. */
  int given() {
    return given.get();
  }

  private void pass(HttpExchange exchange) throws IOException {
    try (exchange) {
      if (isRefused(exchange)) {
        exchange.getRequestBody().readAllBytes();
        exchange.sendResponseHeaders(401, -1);
        return;
      }
      if (isBusy(exchange)) {
        exchange.getRequestBody().readAllBytes();
        exchange.sendResponseHeaders(503, -1);
        return;
      }
      HttpResponse<InputStream> response =
          http.send(request(exchange), BodyHandlers.ofInputStream());
      try (InputStream body = response.body()) {
        copyHeaders(exchange, response);
        long length = response.headers().firstValueAsLong("content-length").orElse(0);
        boolean empty = length == 0 && !response.headers().map().containsKey("transfer-encoding");
        boolean none = empty || exchange.getRequestMethod().equals("HEAD");
        exchange.sendResponseHeaders(response.statusCode(), none ? -1 : length);
        body.transferTo(exchange.getResponseBody());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean isRefused(HttpExchange exchange) {
    String token = exchange.getRequestHeaders().getFirst("X-Auth-Token");
    return token != null && Integer.parseInt(token) <= refusedUpTo;
  }

  private HttpRequest request(HttpExchange exchange) {
    URI target = swift.authUrl().resolve(exchange.getRequestURI().toString());
    HttpRequest.Builder request =
        HttpRequest.newBuilder(target).method(exchange.getRequestMethod(), body(exchange));
    exchange
        .getRequestHeaders()
        .forEach(
            (name, values) -> {
              if (!NOT_PASSED.contains(name.toLowerCase(Locale.ROOT))) {
                request.header(name, values.get(0));
              }
            });
    if (exchange.getRequestHeaders().containsKey("X-Auth-Token")) {
      request.header("X-Auth-Token", realToken);
    }
    return request.build();
  }

  private static BodyPublisher body(HttpExchange exchange) {
    if (exchange.getRequestHeaders().containsKey("Transfer-Encoding")) {
      return BodyPublishers.ofInputStream(exchange::getRequestBody);
    }
    String length = exchange.getRequestHeaders().getFirst("Content-Length");
    return length == null || length.equals("0")
        ? BodyPublishers.noBody()
        : BodyPublishers.fromPublisher(
            BodyPublishers.ofInputStream(exchange::getRequestBody), Long.parseLong(length));
  }

  private void copyHeaders(HttpExchange exchange, HttpResponse<InputStream> response) {
    response
        .headers()
        .map()
        .forEach((name, values) -> exchange.getResponseHeaders().add(name, values.get(0)));
    response
        .headers()
        .firstValue("x-auth-token")
        .ifPresent(
            token -> {
              realToken = token;
              String storage = response.headers().firstValue("x-storage-url").orElseThrow();
              exchange
                  .getResponseHeaders()
                  .set("X-Auth-Token", String.valueOf(given.incrementAndGet()));
              exchange
                  .getResponseHeaders()
                  .set("X-Storage-Url", here(URI.create(storage).getPath()).toString());
            });
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
