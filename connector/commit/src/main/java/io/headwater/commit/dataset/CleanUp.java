package io.headwater.commit.dataset;

import io.headwater.store.DeleteFailure;
import io.headwater.store.ObjectStore;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes objects that are no longer part of the dataset. It follows a commit, so its failure is
 * logged and fails nothing. {@code headwater sweep} deletes the rest later.
 *
 * @param keys full keys from a manifest or a listing
 * @param current reads the dataset again, to keep objects that users have moved back or elsewhere
 *     since the commit
 */
record CleanUp(ObjectStore store, List<String> keys, Optional<Current> current) {
  private static final Logger LOG = LoggerFactory.getLogger(CleanUp.class);

  /** Reads a dataset. */
  interface Current {
    DatasetState read() throws IOException;
  }

  static CleanUp of(ObjectStore store, List<String> keys) {
    return new CleanUp(store, List.copyOf(keys), Optional.empty());
  }

  CleanUp sparing(Current dataset) {
    return new CleanUp(store, keys, Optional.of(dataset));
  }

  private List<String> unused() throws IOException {
    if (current.isEmpty()) {
      return keys;
    }
    DatasetState now = current.get().read();
    return keys.stream().filter(key -> !now.mentions(key)).toList();
  }

  void run() {
    if (keys.isEmpty()) {
      return;
    }
    try {
      List<String> unused = unused();
      if (unused.size() == 1) {
        store.delete(unused.get(0));
        return;
      }
      List<DeleteFailure> failures = unused.isEmpty() ? List.of() : store.deleteAll(unused);
      if (!failures.isEmpty()) {
        LOG.warn(
            "{}: {} of {} objects that no reader counts were not deleted, for "
                + "example {}: {}. `headwater sweep` deletes them",
            store.name(),
            failures.size(),
            keys.size(),
            failures.get(0).key(),
            failures.get(0).reason());
      }
    } catch (IOException e) {
      LOG.warn(
          "{}: {} objects that no reader counts were not deleted, for example {}. "
              + "`headwater sweep` deletes them",
          store.name(),
          keys.size(),
          keys.get(0),
          e);
    }
  }
}
