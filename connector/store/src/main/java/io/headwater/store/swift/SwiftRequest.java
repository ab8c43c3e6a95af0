package io.headwater.store.swift;

import io.headwater.store.Content;
import io.headwater.store.Operation;
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
record SwiftRequest(
    Operation operation,
    String method,
    String place,
    String path,
    Map<String, String> headers,
    Optional<Content> body,
    ContentType type) {
  SwiftRequest {
    headers = Map.copyOf(headers);
  }

  /**
   * A request on an object.
   *
   * @param key empty for the container itself
   */
  static SwiftRequest of(Operation operation, String method, String container, String key) {
    String path =
        "/" + SwiftNames.path(container) + (key.isEmpty() ? "" : "/") + SwiftNames.path(key);
    String place = "swift://" + container + (key.isEmpty() ? "" : "/" + key);
    return new SwiftRequest(operation, method, place, path, Map.of(), Optional.empty(), null);
  }

  /** A request on the account itself. */
  static SwiftRequest ofAccount(Operation operation, String method, String place) {
    return new SwiftRequest(operation, method, place, "", Map.of(), Optional.empty(), null);
  }

  SwiftRequest withQuery(String query) {
    String joined = path + (path.contains("?") ? "&" : "?") + query;
    return new SwiftRequest(operation, method, place, joined, headers, body, type);
  }

  SwiftRequest with(String name, String value) {
    return with(Map.of(name, value));
  }

  SwiftRequest with(Map<String, String> more) {
    Map<String, String> all = new LinkedHashMap<>(headers);
    all.putAll(more);
    return new SwiftRequest(operation, method, place, path, all, body, type);
  }

  SwiftRequest withBody(Content content, ContentType type) {
    return new SwiftRequest(operation, method, place, path, headers, Optional.of(content), type);
  }

  /** The request's name in messages. */
  String description() {
    return operation + " " + place;
  }
}
