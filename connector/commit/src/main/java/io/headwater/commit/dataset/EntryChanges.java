package io.headwater.commit.dataset;

import io.headwater.commit.manifest.ManifestKeys;
import io.headwater.store.Heads;
import io.headwater.store.ObjectInfo;
import io.headwater.store.ObjectStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Keeps manifests consistent when programs change single files and folders of a dataset by path. A
 * delta removes entries before their objects are deleted, and adds entries after their objects were
 * written.
 */
public final class EntryChanges {
  private final ObjectStore store;
  private final DatasetReader reader;

  /** Changes to the datasets of one bucket. */
  public EntryChanges(ObjectStore store, DatasetReader reader) {
    this.store = store;
    this.reader = reader;
  }

  /** Before objects are deleted: removes their entries, if any. */
  public void remove(Collection<String> keys) throws IOException {
    DatasetsAbove above = new DatasetsAbove(reader);
    DeltaChanges changes = new DeltaChanges(store, reader);
    for (String key : keys) {
      having(above, key, key).ifPresent(dataset -> changes.remove(dataset, key));
    }
    changes.write();
  }

  /**
   * Before everything under a folder is deleted: removes the entries there from datasets whose
   * roots are above. Datasets at or below the folder lose their manifests with it.
   *
   * @param listed objects under the folder, which determine the roots
   * @return the keys of the listed objects that may be deleted
   */
  public List<String> removeFolder(String folder, List<ObjectInfo> listed) throws IOException {
    DatasetsAbove above = new DatasetsAbove(reader);
    DeltaChanges changes = new DeltaChanges(store, reader);
    Set<String> roots = new HashSet<>();
    List<String> deletable = new ArrayList<>();
    for (ObjectInfo object : listed) {
      Optional<DatasetState> dataset = above.having(folder, object.key());
      if (dataset.isPresent() || !above.mayHave(folder, object.key())) {
        deletable.add(object.key());
      }
      if (dataset.isPresent() && roots.add(dataset.get().root())) {
        dataset.get().objectsUnder(ManifestKeys.under(folder)).stream()
            .map(ObjectInfo::key)
            .forEach(key -> changes.remove(dataset.get(), key));
      }
    }
    changes.write();
    return deletable;
  }

  /** After objects were written by path: adds those that a dataset governs. */
  public void add(Collection<ObjectInfo> written) throws IOException {
    DatasetsAbove above = new DatasetsAbove(reader);
    DeltaChanges changes = new DeltaChanges(store, reader);
    for (ObjectInfo object : written) {
      above
          .receiving(object.key(), object.key())
          .ifPresent(dataset -> changes.add(dataset, object));
    }
    changes.write();
  }

  /**
   * A copied object and its copy.
   *
   * @param source the object as it was read
   */
  public record Copy(ObjectInfo source, ObjectInfo target) {
    boolean hasOtherEtag() {
      return !source.etag().equals(target.etag());
    }
  }

  /**
   * After objects were copied and before the originals are deleted: one delta per dataset removes
   * the originals and adds the copies. A dataset that was copied with its manifests contains the
   * copies already, unless the store gave them other ETags.
   */
  public void move(String source, String target, Collection<Copy> copies) throws IOException {
    DatasetsAbove above = new DatasetsAbove(reader);
    DeltaChanges changes = new DeltaChanges(store, reader);
    for (Copy copy : copies) {
      String original = copy.source().key();
      ObjectInfo copied = copy.target();
      String place = copy.hasOtherEtag() ? copied.key() : target;
      above.receiving(place, copied.key()).ifPresent(dataset -> changes.add(dataset, copied));
      having(above, source, original).ifPresent(dataset -> changes.remove(dataset, original));
    }
    changes.write();
  }

  /** Those of the keys below a folder that no job wrote for a dataset above the folder. */
  public List<String> withoutDatasetAbove(String folder, Collection<String> keys)
      throws IOException {
    DatasetsAbove above = new DatasetsAbove(reader);
    List<String> found = new ArrayList<>();
    for (String key : keys) {
      if (!above.mayHave(folder, key)) {
        found.add(key);
      }
    }
    return found;
  }

  /**
   * The dataset that has an object as an entry. If none has it, although a job wrote it for one
   * above, it must not exist: without a removal, readers could miss it.
   */
  private Optional<DatasetState> having(DatasetsAbove above, String folder, String key)
      throws IOException {
    Optional<DatasetState> dataset = above.having(folder, key);
    if (dataset.isEmpty() && above.mayHave(folder, key) && Heads.find(store, key).isPresent()) {
      throw new IOException(
          store.name()
              + "/"
              + key
              + " is in no manifest any more, so it was not deleted. Either another program "
              + "removed it, or the store's listings lag. Try again later");
    }
    return dataset;
  }
}
