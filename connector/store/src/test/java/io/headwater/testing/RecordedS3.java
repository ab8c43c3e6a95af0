package io.headwater.testing;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A fake S3 service that records requests, for features that the real servers of a test run lack.
 * Every object has the same short content, listings contain only {@code file}, and every write
 * succeeds.
 */
public final class RecordedS3 implements AutoCloseable {
  /** The content of every object. */
  public static final byte[] CONTENT = "recorded".getBytes(StandardCharsets.UTF_8);

  private static final String ETAG = "\"0cc175b9c0f1b6a831c399e269772661\"";
  private static final String TIME = "<LastModified>2026-01-01T00:00:00Z</LastModified>";

  private final String scheme;
  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<Received> requests = new CopyOnWriteArrayList<>();

  private volatile boolean proxyUserRequired;

  /**
   * A received request.
   *
   * @param target the path and the query
   * @param headers by name in lower case
   */
  public record Received(String method, String target, Map<String, String> headers) {
    /** One header. */
    public Optional<String> header(String name) {
      return Optional.ofNullable(headers.get(name));
    }

    /** The kind of request, by the names of the S3 API. */
    public String kind() {
      boolean copy = headers.containsKey("x-amz-copy-source");
      return switch (method) {
        case "PUT" ->
            target.contains("partNumber")
                ? (copy ? "UploadPartCopy" : "UploadPart")
                : (copy ? "CopyObject" : "PutObject");
        case "POST" ->
            target.contains("delete")
                ? "DeleteObjects"
                : (target.contains("uploads") ? "CreateUpload" : "CompleteUpload");
        case "GET" -> target.contains("list-type") ? "List" : "GetObject";
        case "HEAD" -> "HeadObject";
        default -> "DeleteObject";
      };
    }
  }

  /** Listens on a free port of the loopback interface. */
  public RecordedS3() throws IOException {
    this("http", HttpServer.create(address(), 0));
  }

  /** The same service over TLS. */
  public static RecordedS3 withTls(TestCertificate certificate) throws IOException {
    HttpsServer server = HttpsServer.create(address(), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(certificate.context()));
    return new RecordedS3("https", server);
  }

  private RecordedS3(String scheme, HttpServer server) {
    this.scheme = scheme;
    this.server = server;
    server.setExecutor(threads);
    server.createContext("/", this::record);
    server.start();
  }

  private static InetSocketAddress address() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  }

  /** Its URL. */
  public URI endpoint() {
    return URI.create(scheme + "://127.0.0.1:" + server.getAddress().getPort());
  }

  /** From now on, acts as a proxy that requires a user and a password. */
  public void requireProxyUser() {
    proxyUserRequired = true;
  }

  /** All requests so far. */
  public List<Received> requests() {
    return List.copyOf(requests);
  }

  /** The requests of a kind. Fails if there are none. */
  public List<Received> requests(String kind) {
    List<Received> found = requests.stream().filter(each -> each.kind().equals(kind)).toList();
    if (found.isEmpty()) {
      throw new AssertionError("no " + kind + " among " + requests);
    }
    return found;
  }

  private void record(HttpExchange exchange) throws IOException {
    try (exchange) {
      Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
      exchange.getRequestHeaders().forEach((name, values) -> headers.put(name, values.get(0)));
      Received request =
          new Received(exchange.getRequestMethod(), exchange.getRequestURI().toString(), headers);
      requests.add(request);
      exchange.getRequestBody().readAllBytes();
      exchange.getResponseHeaders().set("ETag", ETAG);
      exchange.getResponseHeaders().set("Last-Modified", "Thu, 01 Jan 2026 00:00:00 GMT");
      if (proxyUserRequired && request.header("proxy-authorization").isEmpty()) {
        exchange.getResponseHeaders().set("Proxy-Authenticate", "Basic realm=\"proxy\"");
        exchange.sendResponseHeaders(407, -1);
      } else {
        respond(exchange, request);
      }
    }
  }

  private static void respond(HttpExchange exchange, Received request) throws IOException {
    byte[] body = body(request);
    switch (request.kind()) {
      case "HeadObject" -> {
        exchange.getResponseHeaders().set("Content-Length", String.valueOf(CONTENT.length));
        exchange.sendResponseHeaders(200, -1);
      }
      case "DeleteObject" -> exchange.sendResponseHeaders(204, -1);
      default -> {
        boolean ranged = request.header("range").isPresent();
        if (ranged) {
          int last = CONTENT.length - 1;
          String range = "bytes 0-" + last + "/" + CONTENT.length;
          exchange.getResponseHeaders().set("Content-Range", range);
        }
        exchange.sendResponseHeaders(ranged ? 206 : 200, body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
      }
    }
  }

  private static byte[] body(Received request) {
    String size = "<Size>" + CONTENT.length + "</Size>";
    String text =
        switch (request.kind()) {
          case "GetObject" -> new String(CONTENT, StandardCharsets.UTF_8);
          case "CopyObject" -> element("CopyObjectResult", TIME + element("ETag", ETAG));
          case "UploadPartCopy" -> element("CopyPartResult", TIME + element("ETag", ETAG));
          case "CreateUpload" ->
              element("InitiateMultipartUploadResult", element("UploadId", "upload"));
          case "CompleteUpload" -> element("CompleteMultipartUploadResult", element("ETag", ETAG));
          case "DeleteObjects" -> element("DeleteResult", "");
          case "List" ->
              element(
                  "ListBucketResult",
                  element("IsTruncated", "false")
                      + (isOf(request.target())
                          ? element(
                              "Contents",
                              element("Key", "file") + TIME + element("ETag", ETAG) + size)
                          : ""));
          default -> "";
        };
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Whether a listing's prefix matches {@code file}. */
  private static boolean isOf(String target) {
    return !target.contains("prefix=") || target.matches(".*[?&]prefix=(file)?(&.*)?");
  }

  private static String element(String name, String content) {
    return "<" + name + ">" + content + "</" + name + ">";
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdown();
  }
}
