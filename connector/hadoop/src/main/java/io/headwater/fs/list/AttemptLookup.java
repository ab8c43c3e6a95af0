package io.headwater.fs.list;

import io.headwater.commit.AttemptFilter;
import io.headwater.commit.attempt.AttemptName;
import io.headwater.commit.dataset.DatasetState;
import io.headwater.commit.manifest.GovernedName;
import io.headwater.fs.bucket.Bucket;
import io.headwater.store.ListOptions;
import io.headwater.store.ObjectInfo;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Finds objects whose names contain an attempt, by their own key or by their part's. */
public final class AttemptLookup {
  private final Bucket bucket;

  public AttemptLookup(Bucket bucket) {
    this.bucket = bucket;
  }

  /**
   * The object at a key with an attempt. The manifests of its dataset describe a governed object,
   * if it is an entry.
   */
  Optional<ObjectInfo> object(String key) throws IOException {
    Optional<DatasetState> dataset = bucket.datasets().governing(key);
    if (dataset.isEmpty()) {
      return bucket.stored(key);
    }
    Optional<ObjectInfo> entry = dataset.get().object(key);
    return entry.isPresent() && dataset.get().isMoved() ? Optional.of(copy(entry.get())) : entry;
  }

  /** The copy of a moved dataset's entry, which may have another ETag (rule N2). */
  private ObjectInfo copy(ObjectInfo entry) throws IOException {
    return bucket.stored(entry.key()).filter(copy -> copy.length() == entry.length()).orElse(entry);
  }

  /** All attempts of the part that a key names, with or without an attempt. */
  public List<ObjectInfo> at(String key) throws IOException {
    String logical = AttemptName.parse(key).map(AttemptName::logicalKey).orElse(key);
    String prefix = AttemptName.prefixFor(logical);
    // One page is enough: a part has few attempts.
    return bucket.store().list(ListOptions.children(prefix)).objects().stream()
        .filter(object -> isAttemptAt(logical, object))
        .toList();
  }

  /** The committed attempt of a part. */
  Optional<ObjectInfo> survivor(String key) throws IOException {
    return survivor(key, at(key));
  }

  /** The same from listed objects. */
  static Optional<ObjectInfo> survivor(String key, List<ObjectInfo> objects) {
    List<ObjectInfo> attempts =
        objects.stream().filter(object -> isAttemptAt(key, object)).toList();
    return attempts.isEmpty() ? Optional.empty() : Optional.of(AttemptFilter.survivor(attempts));
  }

  private static boolean isAttemptAt(String logicalKey, ObjectInfo object) {
    return GovernedName.parse(object.key()).isEmpty()
        && AttemptName.parse(object.key())
            .filter(name -> name.logicalKey().equals(logicalKey))
            .isPresent();
  }
}
