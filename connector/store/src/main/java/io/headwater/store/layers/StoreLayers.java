package io.headwater.store.layers;

import io.headwater.store.ObjectStore;
import io.headwater.store.retry.RetryPolicy;
import java.util.function.LongSupplier;

/**
 * A bucket with all its layers, assembled here and nowhere else. From the backend outwards:
 *
 * <ol>
 *   <li>{@link CountLayer} counts each attempt.
 *   <li>{@link ThrottleLayer} limits the attempts in flight.
 *   <li>{@link RetryLayer} repeats. It is outside the throttle: each attempt waits for a permit,
 *       and holds none between attempts.
 *   <li>{@link MutationCountLayer} counts each change once, however often it was attempted.
 * </ol>
 *
 * @param requests the bucket for most requests
 * @param commits the bucket for the requests of commits, which are retried for longer
 * @param mutations how many requests of both may have changed the bucket
 */
public record StoreLayers(ObjectStore requests, ObjectStore commits, LongSupplier mutations) {
  /**
   * Adds all layers.
   *
   * @param inFlight the most requests at once, at least 1
   */
  public static StoreLayers around(
      ObjectStore backend, RequestCounts counts, int inFlight, RetryPolicy retries) {
    ObjectStore throttled = new ThrottleLayer(new CountLayer(backend, counts), inFlight);
    return countingMutations(
        new RetryLayer(throttled, retries), new RetryLayer(throttled, retries.forCommits()));
  }

  /** Counts the mutations of a store that needs no other layer. */
  public static StoreLayers over(ObjectStore store) {
    return countingMutations(store, store);
  }

  private static StoreLayers countingMutations(ObjectStore requests, ObjectStore commits) {
    MutationCountLayer counted = new MutationCountLayer(requests);
    return new StoreLayers(counted, counted.by(commits), counted::count);
  }
}
