package io.headwater.commit.dataset;

import io.headwater.store.DeleteFailure;
import io.headwater.store.ObjectStore;
import java.io.IOException;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes what no reader counts any more. It follows a commit, so its failure is told in the log
 * and fails nothing: {@code headwater sweep} does later what it did not.
 *
 * @param keys whole keys, which a manifest or a listing told
 */
record CleanUp(ObjectStore store, List<String> keys) {
  private static final Logger LOG = LoggerFactory.getLogger(CleanUp.class);

  static CleanUp of(ObjectStore store, List<String> keys) {
    return new CleanUp(store, List.copyOf(keys));
  }

  void run() {
    if (keys.isEmpty()) {
      return;
    }
    try {
      if (keys.size() == 1) {
        store.delete(keys.get(0));
        return;
      }
      List<DeleteFailure> failures = store.deleteAll(keys);
      if (!failures.isEmpty()) {
        LOG.warn(
            "{}: {} of {} objects that no reader counts were not deleted, the first being {}: {}."
                + " `headwater sweep` deletes them",
            store.name(),
            failures.size(),
            keys.size(),
            failures.get(0).key(),
            failures.get(0).reason());
      }
    } catch (IOException e) {
      LOG.warn(
          "{}: {} objects that no reader counts were not deleted, the first being {}. `headwater"
              + " sweep` deletes them",
          store.name(),
          keys.size(),
          keys.get(0),
          e);
    }
  }
}
