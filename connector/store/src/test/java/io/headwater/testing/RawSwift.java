package io.headwater.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Swift's API through the JDK's HTTP client. Tests use it to set up and check objects without the
 * store.
 */
public final class RawSwift {
  private final HttpClient http = HttpClient.newHttpClient();
  private final String token;
  private final String account;

  RawSwift(TestSwift server) {
    HttpRequest request =
        HttpRequest.newBuilder(server.authUrl())
            .header("X-Auth-User", server.user())
            .header("X-Auth-Key", server.key())
            .build();
    HttpResponse<String> response = send(request);
    token = response.headers().firstValue("X-Auth-Token").orElseThrow();
    account = response.headers().firstValue("X-Storage-Url").orElseThrow();
  }

  /** The account's URL. */
  public URI account() {
    return URI.create(account);
  }

  /** The path of an object below the account, encoded. */
  public static String path(String container, String key) {
    return "/" + encoded(container) + "/" + encoded(key);
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /** Sends a request to a path below the account. */
  public HttpResponse<String> send(
      String method, String path, Map<String, String> headers, String body) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(account + path))
            .header("X-Auth-Token", token)
            .method(method, BodyPublishers.ofString(body));
    headers.forEach(request::header);
    return send(request.build());
  }

  /** Writes an object, or another resource below the account. */
  public HttpResponse<String> put(String path, byte[] body) {
    return send(
        HttpRequest.newBuilder(URI.create(account + path))
            .header("X-Auth-Token", token)
            .PUT(BodyPublishers.ofByteArray(body))
            .build());
  }

  private HttpResponse<String> send(HttpRequest request) {
    try {
      return http.send(request, BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Every name in a container, or empty if the container does not exist. */
  public List<String> names(String container) {
    List<String> names = new ArrayList<>();
    while (true) {
      String marker = names.isEmpty() ? "" : encoded(names.get(names.size() - 1));
      HttpResponse<String> page =
          send("GET", "/" + encoded(container) + "?marker=" + marker, Map.of(), "");
      if (page.statusCode() != 200 || page.body().isEmpty()) {
        return names;
      }
      page.body().lines().forEach(names::add);
    }
  }
}
