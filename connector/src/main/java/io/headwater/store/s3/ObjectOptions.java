package io.headwater.store.s3;

import java.util.Optional;

/**
 * How objects are kept.
 *
 * @param encryption at rest
 * @param storageClass of new objects, as the service names it; empty for the bucket's own
 * @param acl the canned access control list of new objects; empty for the bucket's own
 */
public record ObjectOptions(
    Encryption encryption, Optional<String> storageClass, Optional<String> acl) {
  /** As the bucket does by default. */
  public static final ObjectOptions DEFAULT =
      new ObjectOptions(Encryption.NONE, Optional.empty(), Optional.empty());
}
