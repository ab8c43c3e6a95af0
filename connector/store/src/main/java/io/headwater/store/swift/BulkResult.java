package io.headwater.store.swift;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.headwater.store.exception.TransientStoreException;
import io.headwater.store.swift.client.SwiftErrors;
import io.headwater.store.swift.client.SwiftRequest;
import io.headwater.store.swift.client.SwiftResponses;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The outcome of a bulk delete. Swift sends status 200 before it deletes, so the body carries the
 * outcome (Swift API reference, "Bulk delete").
 *
 * @param status for example {@code 200 OK} or {@code 400 Bad Request}
 * @param body the reason, if it does not concern single objects
 * @param errors the reason for each {@code /container/key} that was not deleted
 */
record BulkResult(String status, String body, Map<String, String> errors) {
  private static final ObjectMapper JSON = new ObjectMapper();

  static BulkResult of(SwiftRequest request, SwiftErrors.Response response) throws IOException {
    JsonNode json;
    try {
      json = JSON.readTree(response.body());
    } catch (IOException e) {
      throw new TransientStoreException(
          request.description() + ": the response is truncated or not JSON", e);
    }
    Map<String, String> errors = new LinkedHashMap<>();
    for (JsonNode error : json.path("Errors")) {
      String path = error.path(0).asText().replace("+", "%2B");
      errors.put(URLDecoder.decode(path, StandardCharsets.UTF_8), error.path(1).asText());
    }
    BulkResult result =
        new BulkResult(
            json.path("Response Status").asText(), json.path("Response Body").asText(), errors);
    if (!result.isSuccess() && errors.isEmpty()) {
      throw SwiftResponses.translate(
          request, result.code(), result.body(), response.header("X-Trans-Id"));
    }
    return result;
  }

  private boolean isSuccess() {
    return code() / 100 == 2;
  }

  private int code() {
    return status.matches("\\d{3}.*") ? Integer.parseInt(status.substring(0, 3)) : 500;
  }
}
