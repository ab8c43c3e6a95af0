package io.headwater.store;

import java.util.Map;

/**
 * How to write an object.
 *
 * @param mode the condition on the key
 * @param metadata user metadata: names in lower case of {@code [a-z0-9-]}, values in US-ASCII
 * @param repeat whether the request may be sent again if its outcome is unknown
 */
public record PutOptions(PutMode mode, Map<String, String> metadata, Repeat repeat) {
  /** Whether a request whose response was lost may be sent again automatically. */
  public enum Repeat {
    /** Allowed: a repetition writes the same and overwrites no other writer's object. */
    ALLOWED,
    /**
     * Refused: another writer's object may exist by then. The request fails with an {@link
     * OutcomeUnknownException}.
     */
    REFUSED
  }

  /** Options whose requests may be repeated. */
  public PutOptions(PutMode mode, Map<String, String> metadata) {
    this(mode, metadata, Repeat.ALLOWED);
  }

  /** Creates or replaces, without metadata. */
  public static final PutOptions OVERWRITE = new PutOptions(PutMode.OVERWRITE, Map.of());

  /** Creates, or fails if an object exists, without metadata. */
  public static final PutOptions CREATE_IF_ABSENT =
      new PutOptions(PutMode.CREATE_IF_ABSENT, Map.of());

  public PutOptions {
    metadata = Map.copyOf(metadata);
  }

  /** These options with other metadata. */
  public PutOptions withMetadata(Map<String, String> userMetadata) {
    return new PutOptions(mode, userMetadata, repeat);
  }

  /** These options for a request that must not be repeated if its outcome is unknown. */
  public PutOptions once() {
    return new PutOptions(mode, metadata, Repeat.REFUSED);
  }
}
