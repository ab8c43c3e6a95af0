package io.headwater.fs;

import io.headwater.commit.dataset.DatasetState;
import io.headwater.commit.manifest.GovernedName;
import io.headwater.store.ListOptions;
import io.headwater.store.ListPage;
import io.headwater.store.ObjectInfo;
import java.io.IOException;
import java.util.HashMap;
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
   * The datasets that a folder is, and is in as a partition's.
   *
   * @param walked what listings of folders above told
   * @return nothing if the store is to be asked: if no manifest stands there, or the dataset was
   *     moved, of whose objects only a listing tells the ETags
   */
  static Optional<ToldFolder> find(
      Bucket bucket, Path folder, Optional<Map<String, DatasetState>> walked) throws IOException {
    if (!bucket.listsByManifest()) {
      return Optional.empty();
    }
    Map<String, DatasetState> states =
        walked.isPresent() ? walked.get() : read(bucket, bucket.paths().key(folder));
    boolean isTold =
        states.values().stream().anyMatch(state -> !state.isEmpty())
            && states.values().stream().noneMatch(DatasetState::isMoved);
    return isTold ? Optional.of(new ToldFolder(states)) : Optional.empty();
  }

  private static Map<String, DatasetState> read(Bucket bucket, String folder) throws IOException {
    Map<String, DatasetState> states = new HashMap<>();
    String root = folder;
    states.put(root, bucket.datasets().read(root));
    while (GovernedName.isPartition(root)) {
      root = GovernedName.parent(root);
      states.put(root, bucket.datasets().read(root));
    }
    return states;
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
