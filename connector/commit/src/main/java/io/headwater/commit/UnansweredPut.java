package io.headwater.commit;

import io.headwater.store.Capability;
import io.headwater.store.ListOptions;
import io.headwater.store.Listings;
import io.headwater.store.ObjectInfo;
import io.headwater.store.ObjectStore;
import io.headwater.store.exception.ObjectNotFoundException;
import io.headwater.store.retry.RetryPolicy;
import java.io.IOException;

/**
 * An object that is written, but whose response was lost. A server that ended in between did not
 * list it, and without its base in a listing, a dataset is not the new one (protocol/PROTOCOL.md,
 * section 6).
 */
record UnansweredPut(ObjectStore store, MonotonicClock clock, String key) {
  /**
   * Waits until the object is listed, or was replaced by a writer that saw it.
   *
   * @return false if it is not listed when the claim expires
   */
  boolean isListed(Claim claim, ObjectInfo written) throws IOException {
    if (!store.capabilities().contains(Capability.CONSISTENT_LISTING)) {
      return true;
    }
    for (int check = 1; ; check++) {
      if (isShown(written) || isReplaced(written)) {
        return true;
      }
      if (claim.hasExpired()) {
        return false;
      }
      clock.pause(RetryPolicy.CLAIM_CHECK.pause(check));
    }
  }

  private boolean isShown(ObjectInfo written) throws IOException {
    return Listings.objects(store, ListOptions.children(key)).stream()
        .anyMatch(each -> each.key().equals(key) && each.etag().equals(written.etag()));
  }

  private boolean isReplaced(ObjectInfo written) throws IOException {
    try {
      return !store.head(key).etag().equals(written.etag());
    } catch (ObjectNotFoundException e) {
      return true;
    }
  }
}
