package io.headwater.store.s3;

import java.util.Optional;

/**
 * How objects are stored.
 *
 * @param encryption at rest
 * @param storageClass of new objects, in the service's notation, or empty for the bucket's default
 * @param acl the canned access control list of new objects, or empty for the bucket's default
 */
public record ObjectOptions(
    Encryption encryption, Optional<String> storageClass, Optional<String> acl) {
  /** The bucket's defaults. */
  public static final ObjectOptions DEFAULT =
      new ObjectOptions(Encryption.NONE, Optional.empty(), Optional.empty());
}
