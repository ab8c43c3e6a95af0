package io.headwater.commit.dataset;

import io.headwater.commit.manifest.Manifest;
import io.headwater.commit.manifest.ManifestEntry;
import io.headwater.store.ObjectInfo;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The object at a base's key when a job read it.
 *
 * @param object empty if it did not exist
 * @param manifest its content, or empty if it is not a manifest
 */
record BaseSnapshot(Optional<ObjectInfo> object, Optional<Manifest> manifest) {

  /** The expectation of a job that creates a dataset. */
  static final BaseSnapshot NOTHING = new BaseSnapshot(Optional.empty(), Optional.empty());

  Optional<String> etag() {
    return object.map(ObjectInfo::etag);
  }

  Optional<Manifest.Replaced> asReplaced() {
    return object.map(stood -> new Manifest.Replaced(manifest.map(Manifest::id), stood.etag()));
  }

  /**
   * Whether a job that saw this base may replace these folders in another base: both have the same
   * entries there. For the complete dataset the bases must be identical.
   */
  boolean isSameBelow(Set<String> folders, BaseSnapshot other) {
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
