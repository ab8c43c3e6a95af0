package io.headwater.commit.dataset;

import io.headwater.commit.manifest.GovernedName;
import io.headwater.commit.manifest.ManifestEntry;
import io.headwater.commit.manifest.ManifestJob;
import io.headwater.commit.manifest.ManifestKeys;
import io.headwater.store.ObjectInfo;
import io.headwater.store.ObjectStore;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Keeps manifests true to what programs do to single files and folders of a dataset by path: a
 * delta tells it before objects are deleted, and after they were copied.
 */
public final class EntryChanges {
  private final ObjectStore store;
  private final DatasetReader reader;

  /** Changes to the datasets of one bucket. */
  public EntryChanges(ObjectStore store, DatasetReader reader) {
    this.store = store;
    this.reader = reader;
  }

  /** Before an object is deleted: takes its entry away, if it is one. */
  public void removeObject(String key) throws IOException {
    Optional<String> root = GovernedName.rootOf(key);
    if (root.isPresent() && reader.read(root.get()).object(key).isPresent()) {
      write(root.get(), List.of(), Set.of(key));
    }
  }

  /**
   * Before everything under a folder is deleted: takes away the entries there of datasets whose
   * roots are above. Those at or below the folder lose their manifests with it.
   *
   * @param listed objects under the folder, which tell the roots
   */
  public void removeFolder(String folder, List<ObjectInfo> listed) throws IOException {
    for (String root : rootsAbove(folder, listed)) {
      Set<String> keys =
          reader.read(root).objectsUnder(ManifestKeys.under(folder)).stream()
              .map(ObjectInfo::key)
              .collect(Collectors.toSet());
      if (!keys.isEmpty()) {
        write(root, List.of(), keys);
      }
    }
  }

  private static Set<String> rootsAbove(String folder, List<ObjectInfo> listed) {
    return listed.stream()
        .flatMap(object -> GovernedName.rootOf(object.key()).stream())
        .filter(root -> !root.equals(folder) && folder.startsWith(ManifestKeys.under(root)))
        .collect(Collectors.toSet());
  }

  /**
   * After objects were copied: makes those entries that stand under a root by their names, unless
   * that root was copied with them.
   *
   * @param target the folder or key to which all were copied
   */
  public void addCopies(String target, Collection<ObjectInfo> copies) throws IOException {
    Map<String, List<ManifestEntry>> byRoot = new HashMap<>();
    for (ObjectInfo copy : copies) {
      GovernedName.rootOf(copy.key())
          .filter(root -> !root.equals(target) && !root.startsWith(target + "/"))
          .ifPresent(
              root ->
                  byRoot.computeIfAbsent(root, unused -> new ArrayList<>()).add(entry(root, copy)));
    }
    for (Map.Entry<String, List<ManifestEntry>> each : byRoot.entrySet()) {
      write(each.getKey(), each.getValue(), Set.of());
    }
  }

  private static ManifestEntry entry(String root, ObjectInfo copy) {
    String relative = copy.key().substring(ManifestKeys.under(root).length());
    return ManifestEntry.of(relative, copy.length(), copy.etag());
  }

  private void write(String root, List<ManifestEntry> added, Set<String> removedKeys)
      throws IOException {
    ManifestJob job = new ManifestJob(ManifestJob.newId(), Optional.empty(), Optional.empty());
    Set<String> removed =
        removedKeys.stream()
            .map(key -> key.substring(ManifestKeys.under(root).length()))
            .collect(Collectors.toSet());
    DatasetJob.Draft draft = new DatasetJob.Draft(root, job, Instant.now(), added, 0);
    new Addition(store, reader, draft).writeDelta(removed);
  }
}
