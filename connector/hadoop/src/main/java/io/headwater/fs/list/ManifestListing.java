package io.headwater.fs.list;

import io.headwater.commit.dataset.DatasetState;
import io.headwater.commit.manifest.GovernedName;
import io.headwater.fs.bucket.Bucket;
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
 * A dataset's folder, listed from its manifests alone, if {@code list.manifest} is on. No listing
 * of its objects is requested, whatever their number.
 *
 * @param states the datasets, by root
 */
record ManifestListing(Map<String, DatasetState> states) {
  /**
   * The datasets of a folder: its own, and those of which it is a partition.
   *
   * @param walked the states from listings of the folders above
   * @return empty if the store must be listed: no manifest exists, or the dataset was moved. Only a
   *     listing has the ETags of a moved dataset's objects.
   */
  static Optional<ManifestListing> find(
      ListContext context, Path folder, Optional<Map<String, DatasetState>> walked)
      throws IOException {
    if (!context.listsByManifest()) {
      return Optional.empty();
    }
    Bucket bucket = context.bucket();
    Map<String, DatasetState> states =
        walked.isPresent() ? walked.get() : read(bucket, bucket.paths().key(folder));
    boolean isAllowed =
        states.values().stream().anyMatch(state -> !state.isEmpty())
            && states.values().stream().noneMatch(DatasetState::isMoved);
    return isAllowed ? Optional.of(new ManifestListing(states)) : Optional.empty();
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

  /** The bases in the folder, which are all that a listing adds to the entries. */
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
