package io.headwater.store;

import io.headwater.store.exception.BucketNotFoundException;
import io.headwater.store.exception.StoreException;
import io.headwater.store.exception.TransientStoreException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Deletes many objects by several requests. */
public final class Deletes {
  private Deletes() {}

  /** Deletes one object. */
  @FunctionalInterface
  public interface Single {
    void delete(String key) throws IOException;
  }

  /** Deletes objects by one request, and returns those that were not deleted. */
  @FunctionalInterface
  public interface Batch {
    List<DeleteFailure> delete(List<String> keys) throws IOException;
  }

  /**
   * Deletes the keys one by one. A failure of one key is returned. A failure that would affect all
   * keys (no bucket, an unreachable store) ends the run.
   */
  public static List<DeleteFailure> oneByOne(List<String> keys, Single request) throws IOException {
    List<DeleteFailure> failures = new ArrayList<>();
    for (String key : keys) {
      try {
        request.delete(key);
      } catch (TransientStoreException | BucketNotFoundException e) {
        throw e;
      } catch (StoreException e) {
        failures.add(new DeleteFailure(key, e.getMessage()));
      }
    }
    return failures;
  }

  /**
   * Deletes the keys in batches.
   *
   * @param limit the most keys of a batch, at least 1
   */
  public static List<DeleteFailure> inBatches(List<String> keys, int limit, Batch request)
      throws IOException {
    List<DeleteFailure> failures = new ArrayList<>();
    for (int from = 0; from < keys.size(); from += limit) {
      int to = Math.min(keys.size(), from + limit);
      failures.addAll(request.delete(keys.subList(from, to)));
    }
    return failures;
  }
}
