package io.headwater.store.swift;

import io.headwater.store.ObjectInfo;
import io.headwater.store.Operation;
import io.headwater.store.PutMode;
import io.headwater.store.PutOptions;
import io.headwater.store.content.Content;
import io.headwater.store.exception.PreconditionFailedException;
import io.headwater.store.swift.SwiftSegments.Segment;
import io.headwater.store.swift.client.SwiftErrors;
import io.headwater.store.swift.client.SwiftInfo;
import io.headwater.store.swift.client.SwiftNames;
import io.headwater.store.swift.client.SwiftRequest;
import io.headwater.store.swift.client.SwiftTypes;
import java.io.IOException;
import java.util.List;

/**
 * PUT of complete objects. Replacing a large object must also delete its segments, because no
 * manifest names them afterwards. Therefore a PUT is first sent as a creation, which is one request
 * if no object exists. Otherwise the existing object is checked and replaced. Ceph's gateway
 * ignores that condition, so there every object is checked first.
 */
final class SwiftWriter {
  private final String container;
  private final SwiftErrors errors;
  private final SwiftInfo info;
  private final SwiftSegments segments;

  SwiftWriter(String container, SwiftErrors errors, SwiftInfo info, SwiftSegments segments) {
    this.container = container;
    this.errors = errors;
    this.info = info;
    this.segments = segments;
  }

  ObjectInfo put(String key, Content content, PutOptions options) throws IOException {
    SwiftRequest request =
        SwiftRequest.of(Operation.PUT, "PUT", container, key)
            .with(SwiftNames.headers(options.metadata()))
            .withBody(content, SwiftTypes.of(content.length()));
    if (!info.isGateway()) {
      try {
        return send(key, request.with("If-None-Match", "*"), content, options);
      } catch (PreconditionFailedException e) {
        if (options.mode() instanceof PutMode.CreateIfAbsent) {
          throw e;
        }
      }
    }
    List<Segment> replaced = segments.of(key);
    ObjectInfo written = send(key, request, content, options);
    segments.deleteReplaced(key, replaced);
    return written;
  }

  private ObjectInfo send(String key, SwiftRequest request, Content content, PutOptions options)
      throws IOException {
    return info(key, content.length(), errors.put(request), options);
  }

  /** An object's metadata after its PUT. */
  static ObjectInfo info(
      String key, long length, SwiftErrors.Response response, PutOptions options) {
    return new ObjectInfo(
        key,
        length,
        SwiftNames.unquoted(response.header("ETag")),
        SwiftNames.lastModified(response.head()),
        options.metadata());
  }
}
