package io.headwater.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;

/**
 * A real Keystone with a Swift that uses it. Started when a test first needs them. They end with
 * this process, because their launcher detects its end.
 */
public final class TestKeystone {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpClient http = HttpClient.newHttpClient();
  private final JsonNode address;

  private TestKeystone(JsonNode address) {
    this.address = address;
  }

  private static final class Holder {
    static final TestKeystone RUNNING = start();
  }

  /** The instance of this process. */
  public static TestKeystone running() {
    return Holder.RUNNING;
  }

  private static TestKeystone start() {
    String program = TestServers.variable("HEADWATER_TEST_KEYSTONE_SWIFT");
    try {
      Process process =
          new ProcessBuilder(program).redirectError(ProcessBuilder.Redirect.INHERIT).start();
      String line = process.inputReader().readLine();
      if (line == null) {
        throw new IllegalStateException(program + " ended with nothing said");
      }
      return new TestKeystone(JSON.readTree(line));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The URL of the Identity API. */
  public URI authUrl() {
    return URI.create(address.path("auth_url").asText());
  }

  /**
   * An attribute of the project's user: {@code user}, {@code user_id}, {@code password}, {@code
   * project_id} ...
   */
  public String demo(String attribute) {
    return address.path("demo").path(attribute).asText();
  }

  /** Swift's region. */
  public String region() {
    return address.path("regions").path(0).asText();
  }

  /** A region of the catalogue without services. */
  public String emptyRegion() {
    return address.path("regions").path(1).asText();
  }

  /** The project's account. */
  public URI storageUrl() {
    return URI.create(
        "http://127.0.0.1:"
            + address.path("swift_port").asInt()
            + "/v1/AUTH_"
            + demo("project_id"));
  }

  /** Sends a request to Keystone or to Swift, with a token. */
  public HttpResponse<String> send(
      String method, URI url, String token, Map<String, String> headers, String body) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(url)
            .header("X-Auth-Token", token)
            .header("Content-Type", "application/json")
            .method(method, BodyPublishers.ofString(body));
    headers.forEach(request::header);
    try {
      return http.send(request.build(), BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Revokes a token immediately. */
  public void revoke(String token) {
    URI tokens = URI.create(authUrl() + "/auth/tokens");
    int status = send("DELETE", tokens, token, Map.of("X-Subject-Token", token), "").statusCode();
    if (status != 204) {
      throw new IllegalStateException("Keystone did not revoke a token: " + status);
    }
  }
}
