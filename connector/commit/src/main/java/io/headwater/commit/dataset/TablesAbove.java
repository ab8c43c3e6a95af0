package io.headwater.commit.dataset;

import io.headwater.commit.manifest.GovernedName;
import io.headwater.commit.manifest.ManifestKeys;
import java.io.IOException;
import java.util.Collection;

/**
 * The datasets above a root that have files below it. A job that overwrites the root cannot change
 * their manifests. It would keep their rows in addition to its own, or delete their files.
 */
final class TablesAbove {
  private final DatasetReader reader;
  private final String place;
  private final String root;

  /**
   * @param place the store's name, for messages
   */
  TablesAbove(DatasetReader reader, String place, String root) {
    this.reader = reader;
    this.place = place;
    this.root = root;
  }

  /** Fails if the root is a partition's folder of a table above that has files in it. */
  void requireNone() throws IOException {
    for (String folder = root;
        GovernedName.isPartition(folder);
        folder = GovernedName.parent(folder)) {
      String above = GovernedName.parent(folder);
      if (!reader.read(above).objectsUnder(ManifestKeys.under(root)).isEmpty()) {
        throw hasFiles(above);
      }
    }
  }

  /** Fails if objects below the root are entries of the dataset above that governs them. */
  void requireNotOf(String above, Collection<String> keys) throws IOException {
    DatasetState state = reader.read(above);
    if (keys.stream().anyMatch(key -> state.object(key).isPresent())) {
      throw hasFiles(above);
    }
  }

  private IOException hasFiles(String above) {
    return new IOException(
        place
            + "/"
            + root
            + " has files of the dataset "
            + place
            + "/"
            + above
            + ". A job that overwrites only this folder cannot replace them. Nothing "
            + "was changed. Write to the dataset, with "
            + "spark.sql.sources.partitionOverwriteMode=dynamic, or delete the folder "
            + "first");
  }
}
