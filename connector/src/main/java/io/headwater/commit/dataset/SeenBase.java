package io.headwater.commit.dataset;

import io.headwater.commit.manifest.Manifest;
import io.headwater.commit.manifest.ManifestEntry;
import io.headwater.store.ObjectInfo;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What stood at a base's key when a job looked.
 *
 * @param object empty if nothing did
 * @param manifest what it says; empty if it is none
 */
record SeenBase(Optional<ObjectInfo> object, Optional<Manifest> manifest) {

  /** What a job saw that is to create a dataset. */
  static final SeenBase NOTHING = new SeenBase(Optional.empty(), Optional.empty());

  Optional<String> etag() {
    return object.map(ObjectInfo::etag);
  }

  Optional<Manifest.Replaced> asReplaced() {
    return object.map(stood -> new Manifest.Replaced(manifest.map(Manifest::id), stood.etag()));
  }

  /**
   * Whether a job that saw this may replace these folders of what another base says: they have the
   * same entries in both. All of a dataset is the same only in the very same base.
   */
  boolean isSameBelow(Set<String> folders, SeenBase other) {
    return etag().equals(other.etag())
        || (!folders.contains("") && entriesBelow(folders).equals(other.entriesBelow(folders)));
  }

  private List<ManifestEntry> entriesBelow(Set<String> folders) {
    return manifest.stream()
        .flatMap(base -> base.entries().stream())
        .filter(entry -> Folder.isBelowAny(entry.key(), folders))
        .toList();
  }
}
