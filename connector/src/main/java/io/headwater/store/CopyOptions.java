package io.headwater.store;

import java.util.Optional;

/**
 * What the caller saw before a copy, which may spare the store asking. None of it need be true
 * still: a source that was replaced since is copied as it stands.
 *
 * @param source as a listing or a HEAD told it; empty if it was not looked at
 * @param target what stood at the target
 */
public record CopyOptions(Optional<ObjectInfo> source, Target target) {
  /** Nothing was looked at. */
  public static final CopyOptions UNSEEN = new CopyOptions(Optional.empty(), Target.UNSEEN);

  /** What was seen of a copy's target. */
  public enum Target {
    /** It was not looked at. */
    UNSEEN,
    /** Nothing stood there. Of a large object written since, a store may keep unused segments. */
    MISSING
  }

  /** These options, for a source that was seen. */
  public CopyOptions withSource(ObjectInfo seen) {
    return new CopyOptions(Optional.of(seen), target);
  }

  /** These options, for a target where nothing stood. */
  public CopyOptions toMissing() {
    return new CopyOptions(source, Target.MISSING);
  }
}
