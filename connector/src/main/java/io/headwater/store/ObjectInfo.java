package io.headwater.store;

import java.time.Instant;
import java.util.Map;

/**
 * What a store tells about an object besides its bytes.
 *
 * @param key the object's whole name
 * @param length in bytes
 * @param etag the store's entity tag without quotes (RFC 9110, section 8.8.3); it changes with the
 *     content and is not a checksum
 * @param lastModified as the store tells it, usually in whole seconds
 * @param metadata the user metadata, names in lower case; empty in listings, which do not bear it
 */
public record ObjectInfo(
    String key, long length, String etag, Instant lastModified, Map<String, String> metadata) {
  public ObjectInfo {
    metadata = Map.copyOf(metadata);
  }
}
