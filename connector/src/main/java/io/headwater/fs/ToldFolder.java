package io.headwater.fs;

import io.headwater.commit.dataset.DatasetState;
import io.headwater.commit.manifest.GovernedName;
import io.headwater.store.ListOptions;
import io.headwater.store.ListPage;
import io.headwater.store.ObjectInfo;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.fs.Path;

/**
 * A folder of a dataset as its manifests alone tell it, where {@code list.manifest} says that they
 * are to: however many objects there are, no listing of them is asked for.
 *
 * @param states the dataset, by its root
 */
record ToldFolder(Map<String, DatasetState> states) {
  /**
   * The dataset that a folder is in, or is.
   *
   * @param walked what listings of folders above told
   * @return nothing if the store is to be asked, or if no manifest stands at the folder or, for a
   *     partition's, above it
   */
  static Optional<ToldFolder> find(
      Bucket bucket, Path folder, Optional<Map<String, DatasetState>> walked) throws IOException {
    if (!bucket.listsByManifest()) {
      return Optional.empty();
    }
    if (walked.isPresent()) {
      boolean isDataset = walked.get().values().stream().anyMatch(state -> !state.isEmpty());
      return isDataset ? Optional.of(new ToldFolder(walked.get())) : Optional.empty();
    }
    String root = bucket.paths().key(folder);
    while (true) {
      DatasetState state = bucket.datasets().read(root);
      if (!state.isEmpty()) {
        return Optional.of(new ToldFolder(Map.of(root, state)));
      }
      if (!GovernedName.isPartition(root)) {
        return Optional.empty();
      }
      root = GovernedName.parent(root);
    }
  }

  /** The bases, where they are in the folder: all that a listing has to add to the entries. */
  ListPage page(ListOptions options) {
    List<ObjectInfo> bases =
        states.values().stream()
            .flatMap(state -> state.baseObject().stream())
            .filter(base -> isIn(base.key(), options))
            .toList();
    return new ListPage(bases, List.of(), Optional.empty());
  }

  private static boolean isIn(String key, ListOptions options) {
    return key.startsWith(options.prefix())
        && !(options.rolledUp() && key.indexOf('/', options.prefix().length()) >= 0);
  }
}
