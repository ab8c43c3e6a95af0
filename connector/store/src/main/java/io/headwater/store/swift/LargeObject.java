package io.headwater.store.swift;

import io.headwater.store.swift.client.SwiftNames;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.hc.core5.http.HttpResponse;

/** Whether an object is the manifest of a large object (Swift API reference, "Large objects"). */
sealed interface LargeObject {
  /** A plain object, not a manifest. */
  LargeObject NONE = new Plain();

  /** See {@link #NONE}. */
  record Plain() implements LargeObject {}

  /**
   * A static large object: its manifest names every segment.
   *
   * @param upload the id of the upload that made it, if the object has it
   */
  record Static(Optional<String> upload) implements LargeObject {}

  /** A dynamic large object: its segments are all objects under a prefix of a container. */
  record Dynamic(String container, String prefix) implements LargeObject {}

  /** From the headers of a response to HEAD or GET. */
  static LargeObject of(HttpResponse response) {
    // On Ceph's gateway, an upload without bytes is a plain object with its id.
    String upload = SwiftNames.header(response, SwiftNames.UPLOAD);
    if (!upload.isEmpty()
        || "true".equalsIgnoreCase(SwiftNames.header(response, "X-Static-Large-Object"))) {
      return new Static(Optional.of(upload).filter(id -> !id.isEmpty()));
    }
    String manifest = SwiftNames.header(response, "X-Object-Manifest");
    // URLDecoder decodes a plus sign to a space. Here a plus sign is literal.
    String decoded = URLDecoder.decode(manifest.replace("+", "%2B"), StandardCharsets.UTF_8);
    int slash = decoded.indexOf('/');
    return slash < 1
        ? NONE
        : new Dynamic(decoded.substring(0, slash), decoded.substring(slash + 1));
  }
}
