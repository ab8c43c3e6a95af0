package io.headwater.store;

import java.util.Map;

/**
 * How to write an object.
 *
 * @param mode what must hold of the key
 * @param metadata user metadata: names in lower case of {@code [a-z0-9-]}, values in US-ASCII
 * @param repeat whether it may be sent again when it is not known whether it was applied
 */
public record PutOptions(PutMode mode, Map<String, String> metadata, Repeat repeat) {
  /** Whether a request whose answer was lost may be sent again by itself. */
  public enum Repeat {
    /** It may: what it writes is the same, and nobody else's is lost by it. */
    ALLOWED,
    /** It may not: another writer's may stand by then. {@link OutcomeUnknownException} tells it. */
    REFUSED
  }

  /** How to write an object by requests that may be repeated. */
  public PutOptions(PutMode mode, Map<String, String> metadata) {
    this(mode, metadata, Repeat.ALLOWED);
  }

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
    return new PutOptions(mode, userMetadata, repeat);
  }

  /** These options for a request that is not to be repeated in doubt. */
  public PutOptions once() {
    return new PutOptions(mode, metadata, Repeat.REFUSED);
  }
}
