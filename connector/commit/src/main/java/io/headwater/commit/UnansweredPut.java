package io.headwater.commit;

import io.headwater.store.Capability;
import io.headwater.store.ListOptions;
import io.headwater.store.Listings;
import io.headwater.store.ObjectInfo;
import io.headwater.store.ObjectStore;
import io.headwater.store.PutOptions;
import io.headwater.store.content.Content;
import io.headwater.store.exception.ObjectNotFoundException;
import io.headwater.store.retry.RetryPolicy;
import java.io.IOException;
import java.util.Optional;

/**
 * An object that is written under a claim, but whose response was lost. A server that ended in
 * between did not list it. A dataset whose base is in no listing is not the new one, so the writer
 * has success only with a listing (protocol/PROTOCOL.md, section 6).
 *
 * @param written the object
 * @param again the options of the same request, or empty if its condition refuses the object now
 */
record UnansweredPut(
    ObjectStore store,
    MonotonicClock clock,
    Claim claim,
    ObjectInfo written,
    Content content,
    Optional<PutOptions> again) {
  /**
   * Waits until the object is listed, or was replaced by a writer that saw it.
   *
   * @param isInDoubt whether an earlier request may still be applied
   * @throws IOException if neither has happened when the claim expires, or the thread is
   *     interrupted
   */
  Replacement.Sent await(boolean isInDoubt) throws IOException {
    boolean interrupted = Thread.interrupted();
    try {
      return await(isInDoubt, new IOException("no listing had the object"));
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private Replacement.Sent await(boolean isInDoubt, IOException unlisted) throws IOException {
    boolean mayBeApplied = isInDoubt;
    for (int check = 1; ; check++) {
      try {
        if (isListed()) {
          return new Replacement.Sent(written, mayBeApplied);
        }
        if (again.isPresent() && !claim.hasExpired()) {
          return new Replacement.Sent(store.put(written.key(), content, again.get()), mayBeApplied);
        }
      } catch (IOException | RuntimeException failure) {
        mayBeApplied = true;
        unlisted.addSuppressed(failure);
      }
      if (claim.hasExpired()) {
        throw unlisted;
      }
      clock.pause(RetryPolicy.CLAIMED_WRITE.pause(check));
    }
  }

  private boolean isListed() throws IOException {
    return !store.capabilities().contains(Capability.CONSISTENT_LISTING)
        || isShown()
        || isReplaced();
  }

  private boolean isShown() throws IOException {
    return Listings.objects(store, ListOptions.children(written.key())).stream()
        .anyMatch(each -> each.key().equals(written.key()) && each.etag().equals(written.etag()));
  }

  private boolean isReplaced() throws IOException {
    try {
      return !store.head(written.key()).etag().equals(written.etag());
    } catch (ObjectNotFoundException e) {
      return true;
    }
  }
}
