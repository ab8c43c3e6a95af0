package io.headwater.store.swift;

import io.headwater.store.Operation;
import io.headwater.store.UnknownLengthStream;
import io.headwater.store.storlet.StorletAnswer;
import io.headwater.store.storlet.StorletCall;
import io.headwater.store.storlet.StorletHeaders;
import io.headwater.store.storlet.StorletNames;
import io.headwater.store.swift.client.SwiftErrors;
import io.headwater.store.swift.client.SwiftNames;
import io.headwater.store.swift.client.SwiftRequest;
import java.io.IOException;
import java.io.InputStream;
import org.apache.hc.core5.http.ClassicHttpResponse;

/** GET of a storlet's output for an object. A large object is processed as its complete content. */
final class SwiftStorlets {
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
    ClassicHttpResponse response = errors.open(request);
    InputStream body =
        errors.watch(new UnknownLengthStream(new SwiftResponseBody(response), place), place);
    return StorletAnswer.open(
        SwiftNames.unquoted(SwiftNames.header(response, StorletNames.Header.SOURCE_ETAG)),
        SwiftNames.header(response, "Content-Type"),
        body,
        place);
  }
}
