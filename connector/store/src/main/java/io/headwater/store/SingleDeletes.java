package io.headwater.store;

import io.headwater.store.exception.BucketNotFoundException;
import io.headwater.store.exception.StoreException;
import io.headwater.store.exception.TransientStoreException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** {@link ObjectStore#deleteAll} for a store without {@link Capability#BULK_DELETE}. */
public final class SingleDeletes {
  private SingleDeletes() {}

  /**
   * Deletes the keys one by one. A failure of one key is returned. A failure that would affect all
   * keys (no bucket, an unreachable store) ends the run.
   */
  public static List<DeleteFailure> run(ObjectStore store, List<String> keys) throws IOException {
    List<DeleteFailure> failures = new ArrayList<>();
    for (String key : keys) {
      try {
        store.delete(key);
      } catch (TransientStoreException | BucketNotFoundException e) {
        throw e;
      } catch (StoreException e) {
        failures.add(new DeleteFailure(key, e.getMessage()));
      }
    }
    return failures;
  }
}
