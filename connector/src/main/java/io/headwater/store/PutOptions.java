package io.headwater.store;

import java.util.Map;

/**
 * How to write an object.
 *
 * @param mode what must hold of the key
 * @param metadata user metadata: names in lower case of {@code [a-z0-9-]}, values in US-ASCII
 */
public record PutOptions(PutMode mode, Map<String, String> metadata) {
  /** Creates or replaces, without metadata. */
  public static final PutOptions OVERWRITE = new PutOptions(PutMode.OVERWRITE, Map.of());

  /** Creates, or fails if there is an object already, without metadata. */
  public static final PutOptions CREATE_IF_ABSENT =
      new PutOptions(PutMode.CREATE_IF_ABSENT, Map.of());

  public PutOptions {
    metadata = Map.copyOf(metadata);
  }

  /** These options with other metadata. */
  public PutOptions withMetadata(Map<String, String> userMetadata) {
    return new PutOptions(mode, userMetadata);
  }
}
