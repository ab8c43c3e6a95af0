package io.headwater.store.s3;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.headwater.store.Capability;
import io.headwater.store.PartsEtag;
import io.headwater.testing.TestServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;

/**
 * An S3 service with one object that honours all conditions. Its creation is atomic. Of racing
 * replacements, all whose condition was true at their begin succeed, as with s3proxy over files.
 */
final class RacyServer implements AutoCloseable {
  private static final int RACERS = 8;

  private final HttpServer server;
  private final ExecutorService threads = Executors.newFixedThreadPool(RACERS);
  private final CyclicBarrier allHaveLooked = new CyclicBarrier(RACERS);
  private final AtomicReference<String> etag = new AtomicReference<>();

  /** Listens on a free port of the loopback interface. */
  RacyServer() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::respond);
    server.start();
  }

  /** How to reach it. */
  TestServer service() {
    URI endpoint = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    return new TestServer("racy", endpoint, "key", "secret", Set.<Capability>of());
  }

  private void respond(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readAllBytes();
      String query = String.valueOf(exchange.getRequestURI().getRawQuery());
      String method = exchange.getRequestMethod();
      if (query.contains("upload")) {
        respondToUpload(exchange, method, query);
      } else if (method.equals("DELETE")) {
        etag.set(null);
        exchange.sendResponseHeaders(204, -1);
      } else {
        put(exchange, content(exchange, body));
      }
    }
  }

  private static void respondToUpload(HttpExchange exchange, String method, String query)
      throws IOException {
    byte[] id =
        "<InitiateMultipartUploadResult><UploadId>1</UploadId></InitiateMultipartUploadResult>"
            .getBytes(StandardCharsets.UTF_8);
    if (query.startsWith("uploads")) {
      exchange.sendResponseHeaders(200, id.length);
      exchange.getResponseBody().write(id);
      return;
    }
    exchange.getResponseHeaders().set("ETag", "\"0123456789abcdef0123456789abcdef\"");
    exchange.sendResponseHeaders(method.equals("POST") ? 412 : 200, -1);
  }

  /** A body that is sent in chunks has one chunk here. */
  private static byte[] content(HttpExchange exchange, byte[] body) {
    String decoded = exchange.getRequestHeaders().getFirst("x-amz-decoded-content-length");
    if (decoded == null) {
      return body;
    }
    int start = new String(body, StandardCharsets.ISO_8859_1).indexOf("\r\n") + 2;
    return Arrays.copyOfRange(body, start, start + Integer.parseInt(decoded));
  }

  private void put(HttpExchange exchange, byte[] content) throws IOException {
    String made = '"' + PartsEtag.ofWhole(content) + '"';
    String match = exchange.getRequestHeaders().getFirst("If-Match");
    boolean isTrue = match == null ? etag.compareAndSet(null, made) : match.equals(etag.get());
    if (isTrue && new String(content, StandardCharsets.UTF_8).startsWith("replacer")) {
      awaitOthers();
    }
    if (isTrue) {
      etag.set(made);
      exchange.getResponseHeaders().set("ETag", made);
    }
    exchange.sendResponseHeaders(isTrue ? 200 : 412, -1);
  }

  private void awaitOthers() throws IOException {
    try {
      allHaveLooked.await();
    } catch (InterruptedException | BrokenBarrierException e) {
      throw new IOException(e);
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
