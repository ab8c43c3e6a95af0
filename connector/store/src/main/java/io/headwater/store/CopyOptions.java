package io.headwater.store;

import io.headwater.store.exception.UnsupportedByStoreException;
import java.util.Optional;
import java.util.Set;

/**
 * What the caller knows before a copy, which can save requests, and the condition on the target.
 * The knowledge may be outdated: a source that was replaced since is copied in its current version.
 *
 * @param source its metadata from a listing or a HEAD, or empty if unknown
 * @param target what is known of the target
 * @param mode {@link PutMode#OVERWRITE}, or {@link PutMode#CREATE_IF_ABSENT}, which needs {@link
 *     Capability#ATOMIC_CONDITIONS}
 */
public record CopyOptions(Optional<ObjectInfo> source, Target target, PutMode mode) {
  /** Nothing is known. */
  public static final CopyOptions UNSEEN =
      new CopyOptions(Optional.empty(), Target.UNSEEN, PutMode.OVERWRITE);

  /** What is known of a copy's target. */
  public enum Target {
    /** Nothing is known. */
    UNSEEN,
    /**
     * No object existed there. If a large object was written since, a store may keep its unused
     * segments.
     */
    MISSING
  }

  /** These options for a known source. */
  public CopyOptions withSource(ObjectInfo seen) {
    return new CopyOptions(Optional.of(seen), target, mode);
  }

  /** These options for a missing target. */
  public CopyOptions toMissing() {
    return new CopyOptions(source, Target.MISSING, mode);
  }

  /** These options for a copy that fails if the target exists. */
  public CopyOptions creating() {
    return new CopyOptions(source, target, PutMode.CREATE_IF_ABSENT);
  }

  /** Whether the copy must not replace an object. */
  public boolean isCreating() {
    return mode instanceof PutMode.CreateIfAbsent;
  }

  /**
   * Refuses these options if they need an undeclared capability, before any request.
   *
   * @param place the store's name and the target's key, for the message
   */
  public void requireOf(Set<Capability> declared, String place) throws UnsupportedByStoreException {
    if (isCreating() && !declared.contains(Capability.ATOMIC_CONDITIONS)) {
      throw new UnsupportedByStoreException(
          place + ": this store does not declare " + Capability.ATOMIC_CONDITIONS, null);
    }
  }
}
