package io.headwater.store.swift;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.headwater.store.Operation;
import io.headwater.store.StoreException;
import io.headwater.store.UnknownLengthStream;
import io.headwater.store.storlet.StorletAnswer;
import io.headwater.store.storlet.StorletCall;
import io.headwater.store.storlet.StorletHeaders;
import io.headwater.store.storlet.StorletNames;
import io.headwater.store.storlet.StorletRefusal;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import org.apache.hc.core5.http.ClassicHttpResponse;

/** GET of a storlet's output for an object. A large object is processed as its complete content. */
final class SwiftStorlets {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final String container;
  private final SwiftErrors errors;

  SwiftStorlets(String container, SwiftErrors errors) {
    this.container = container;
    this.errors = errors;
  }

  StorletAnswer run(String key, StorletCall call) throws IOException {
    SwiftRequest request = SwiftRequest.of(Operation.STORLET, "GET", container, key);
    String place = request.description();
    request = request.with(StorletHeaders.of(call, place));
    if (call.ifMatch().isPresent()) {
      request = request.with("If-Match", SwiftNames.quoted(call.ifMatch().get()));
    }
    ClassicHttpResponse answer = errors.open(request);
    InputStream body =
        errors.watch(new UnknownLengthStream(new SwiftResponseBody(answer), place), place);
    return StorletAnswer.open(
        SwiftNames.unquoted(SwiftNames.header(answer, StorletNames.Header.SOURCE_ETAG)),
        SwiftNames.header(answer, "Content-Type"),
        body,
        place);
  }

  /**
   * The refusal in an error response's JSON, if the request runs storlets and the JSON is theirs.
   */
  static Optional<StoreException> refusal(
      SwiftRequest request, ClassicHttpResponse answer, String text) {
    if (request.operation() != Operation.STORLET) {
      return Optional.empty();
    }
    try {
      JsonNode error = JSON.readTree(text);
      String retryAfter = SwiftNames.header(answer, "Retry-After");
      return Optional.of(error.path("error").asText())
          .filter(reason -> !reason.isEmpty())
          .map(reason -> refusal(reason, error, retryAfter))
          .map(refusal -> refusal.exception(request.description() + ": " + answer.getCode(), null));
    } catch (JsonProcessingException e) {
      return Optional.empty(); // Swift's own error text, in HTML.
    }
  }

  private static StorletRefusal refusal(String reason, JsonNode error, String retryAfter) {
    return new StorletRefusal(
        reason, error.path("message").asText(), error.path("stderr").asText(), retryAfter);
  }
}
