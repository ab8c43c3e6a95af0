package io.headwater.store;

import java.util.Optional;
import java.util.Set;

/**
 * What the caller saw before a copy, which may spare the store asking, and what must hold of the
 * target. Nothing that was seen need be true still: a source that was replaced since is copied as
 * it stands.
 *
 * @param source as a listing or a HEAD told it; empty if it was not looked at
 * @param target what stood at the target
 * @param mode {@link PutMode#OVERWRITE}, or {@link PutMode#CREATE_IF_ABSENT}, which needs {@link
 *     Capability#ATOMIC_CONDITIONS}
 */
public record CopyOptions(Optional<ObjectInfo> source, Target target, PutMode mode) {
  /** Nothing was looked at. */
  public static final CopyOptions UNSEEN =
      new CopyOptions(Optional.empty(), Target.UNSEEN, PutMode.OVERWRITE);

  /** What was seen of a copy's target. */
  public enum Target {
    /** It was not looked at. */
    UNSEEN,
    /** Nothing stood there. Of a large object written since, a store may keep unused segments. */
    MISSING
  }

  /** These options, for a source that was seen. */
  public CopyOptions withSource(ObjectInfo seen) {
    return new CopyOptions(Optional.of(seen), target, mode);
  }

  /** These options, for a target where nothing stood. */
  public CopyOptions toMissing() {
    return new CopyOptions(source, Target.MISSING, mode);
  }

  /** These options, for a copy that fails if the target exists when it is made. */
  public CopyOptions creating() {
    return new CopyOptions(source, target, PutMode.CREATE_IF_ABSENT);
  }

  /** Whether the copy must not replace an object. */
  public boolean isCreating() {
    return mode instanceof PutMode.CreateIfAbsent;
  }

  /**
   * Refuses these options if they need what a store does not declare, before anything is sent.
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
