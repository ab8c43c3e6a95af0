package io.headwater.commit.dataset;

import io.headwater.commit.manifest.Manifest;
import io.headwater.commit.manifest.ManifestEntry;
import io.headwater.commit.manifest.ManifestJob;
import io.headwater.commit.manifest.ManifestKeys;
import io.headwater.store.ObjectInfo;
import io.headwater.store.ObjectStore;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** The entries that a user's change by path adds to datasets and removes from them. */
final class DeltaChanges {
  private final ObjectStore store;
  private final DatasetReader reader;
  private final Map<String, Change> byRoot = new TreeMap<>();

  DeltaChanges(ObjectStore store, DatasetReader reader) {
    this.store = store;
    this.reader = reader;
  }

  /** The changes of one dataset. */
  private record Change(String root, List<ManifestEntry> entries, Set<Manifest.Removed> removed) {
    static Change of(String root) {
      return new Change(root, new ArrayList<>(), new HashSet<>());
    }

    boolean isRemoval() {
      return entries.isEmpty();
    }
  }

  private Change change(DatasetState dataset) {
    return byRoot.computeIfAbsent(dataset.root(), Change::of);
  }

  /** Removes all valid entries of a key. */
  void remove(DatasetState dataset, String key) {
    dataset.additions(key).stream()
        .map(Manifest.Removed::of)
        .forEach(change(dataset).removed()::add);
  }

  /**
   * Adds an object in place of the valid entries of its key. Does nothing if the object is the
   * valid entry already.
   */
  void add(DatasetState dataset, ObjectInfo object) {
    String relative = object.key().substring(ManifestKeys.under(dataset.root()).length());
    List<ManifestEntry> before = dataset.additions(object.key());
    boolean counts =
        before.size() == 1
            && before.get(0).etag().equals(object.etag())
            && before.get(0).length() == object.length();
    if (!counts) {
      remove(dataset, object.key());
      change(dataset).entries().add(ManifestEntry.of(relative, object.length(), object.etag()));
    }
  }

  /** Writes one delta for each dataset. A moved object is added to its new dataset first. */
  void write() throws IOException {
    List<Change> changes = new ArrayList<>(byRoot.values());
    changes.sort(Comparator.comparing(Change::isRemoval));
    for (Change change : changes) {
      ManifestJob job = new ManifestJob(ManifestJob.newId(), Optional.empty(), Optional.empty());
      DatasetJob.Draft draft =
          new DatasetJob.Draft(change.root(), job, Instant.now(), change.entries(), 0);
      new AppendCommit(store, reader, draft).change(change.removed());
    }
  }
}
