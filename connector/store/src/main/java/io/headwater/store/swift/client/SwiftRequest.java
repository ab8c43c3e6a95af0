package io.headwater.store.swift.client;

import io.headwater.store.Operation;
import io.headwater.store.content.Content;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.hc.core5.http.ContentType;

/**
 * One request to an account. It can be sent several times.
 *
 * @param operation the operation, for messages
 * @param method the HTTP method
 * @param place the object, for messages
 * @param path below the account's address, encoded, with its query
 * @param headers without the token
 * @param body empty for none
 * @param type of the body, or null without one
 */
public record SwiftRequest(
    Operation operation,
    String method,
    String place,
    String path,
    Map<String, String> headers,
    Optional<Content> body,
    ContentType type) {
  /** Copies the headers. */
  public SwiftRequest {
    headers = Map.copyOf(headers);
  }

  /**
   * A request on an object.
   *
   * @param key empty for the container itself
   */
  public static SwiftRequest of(Operation operation, String method, String container, String key) {
    String path =
        "/" + SwiftNames.path(container) + (key.isEmpty() ? "" : "/") + SwiftNames.path(key);
    String place = "swift://" + container + (key.isEmpty() ? "" : "/" + key);
    return new SwiftRequest(operation, method, place, path, Map.of(), Optional.empty(), null);
  }

  /** A request on the account itself. */
  public static SwiftRequest ofAccount(Operation operation, String method, String place) {
    return new SwiftRequest(operation, method, place, "", Map.of(), Optional.empty(), null);
  }

  /** The request with more parameters, encoded. */
  public SwiftRequest withQuery(String query) {
    String joined = path + (path.contains("?") ? "&" : "?") + query;
    return new SwiftRequest(operation, method, place, joined, headers, body, type);
  }

  /** The request with one more header. */
  public SwiftRequest with(String name, String value) {
    return with(Map.of(name, value));
  }

  /** The request with more headers. */
  public SwiftRequest with(Map<String, String> more) {
    Map<String, String> all = new LinkedHashMap<>(headers);
    all.putAll(more);
    return new SwiftRequest(operation, method, place, path, all, body, type);
  }

  /** The request with a body. */
  public SwiftRequest withBody(Content content, ContentType type) {
    return new SwiftRequest(operation, method, place, path, headers, Optional.of(content), type);
  }

  /** The request's name in messages. */
  public String description() {
    return operation + " " + place;
  }
}
