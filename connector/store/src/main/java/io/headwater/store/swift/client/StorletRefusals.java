package io.headwater.store.swift.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.headwater.store.Operation;
import io.headwater.store.exception.StoreException;
import io.headwater.store.storlet.StorletRefusal;
import java.util.Optional;
import org.apache.hc.core5.http.ClassicHttpResponse;

/** Parses the refusals of storlet requests. */
final class StorletRefusals {
  private static final ObjectMapper JSON = new ObjectMapper();

  private StorletRefusals() {}

  /**
   * The refusal in an error response's JSON, if the request runs storlets and the JSON is theirs.
   */
  static Optional<StoreException> refusal(
      SwiftRequest request, ClassicHttpResponse response, String text) {
    if (request.operation() != Operation.STORLET) {
      return Optional.empty();
    }
    try {
      JsonNode error = JSON.readTree(text);
      String retryAfter = SwiftNames.header(response, "Retry-After");
      return Optional.of(error.path("error").asText())
          .filter(reason -> !reason.isEmpty())
          .map(reason -> refusal(reason, error, retryAfter))
          .map(
              refusal ->
                  refusal.exception(request.description() + ": " + response.getCode(), null));
    } catch (JsonProcessingException e) {
      return Optional.empty(); // Swift's own error text, in HTML.
    }
  }

  private static StorletRefusal refusal(String reason, JsonNode error, String retryAfter) {
    return new StorletRefusal(
        reason, error.path("message").asText(), error.path("stderr").asText(), retryAfter);
  }
}
