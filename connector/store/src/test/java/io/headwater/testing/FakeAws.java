package io.headwater.testing;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The services that issue keys on Amazon's machines: the metadata services of an instance and of a
 * container, and the token service (STS). They follow Amazon's documentation. The name of a key
 * shows which service issued it.
 */
public final class FakeAws implements AutoCloseable {
  private final HttpServer server;
  private final List<Map<String, String>> requests = new CopyOnWriteArrayList<>();

  /** Listens on a free port of the loopback interface. */
  public FakeAws() throws IOException {
    var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    server = HttpServer.create(address, 0);
    server.createContext("/", this::respond);
    server.start();
  }

  /** Its URL. */
  public URI endpoint() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  /** The parameters of each request to the token service, and the Authorization header. */
  public List<Map<String, String>> requests() {
    return List.copyOf(requests);
  }

  private void respond(HttpExchange exchange) throws IOException {
    try (exchange) {
      String path = exchange.getRequestURI().getPath();
      String role = "/latest/meta-data/iam/security-credentials/";
      String body =
          switch (path) {
            case "/container" -> json("container");
            case "/latest/api/token" -> "token";
            case "/latest/meta-data/iam/security-credentials-extended/",
                "/latest/meta-data/iam/security-credentials/" ->
                "role";
            default ->
                path.startsWith(role) || path.contains("extended")
                    ? json("instance")
                    : sts(exchange);
          };
      if (path.equals("/latest/api/token")) {
        exchange.getResponseHeaders().set("X-aws-ec2-metadata-token-ttl-seconds", "600");
      }
      byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(200, bytes.length);
      exchange.getResponseBody().write(bytes);
    }
  }

  private static String json(String key) {
    return """
        {"Code": "Success", "Type": "AWS-HMAC", "AccessKeyId": "%s", "SecretAccessKey": "hush",
         "Token": "token", "Expiration": "2099-01-01T00:00:00Z"}"""
        .formatted(key);
  }

  private String sts(HttpExchange exchange) throws IOException {
    Map<String, String> parameters = new java.util.TreeMap<>();
    String form = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    for (String pair : form.split("&")) {
      String[] parts = pair.split("=", 2);
      parameters.put(parts[0], URLDecoder.decode(parts[1], StandardCharsets.UTF_8));
    }
    String signed = exchange.getRequestHeaders().getFirst("Authorization");
    parameters.put("Authorization", signed == null ? "" : signed);
    requests.add(parameters);
    String action = parameters.get("Action");
    return """
        <%1$sResponse><%1$sResult><Credentials>
        <AccessKeyId>%1$s</AccessKeyId><SecretAccessKey>hush</SecretAccessKey>
        <SessionToken>token</SessionToken><Expiration>2099-01-01T00:00:00Z</Expiration>
        </Credentials></%1$sResult></%1$sResponse>"""
        .formatted(action);
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
