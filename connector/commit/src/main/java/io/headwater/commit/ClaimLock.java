package io.headwater.commit;

import io.headwater.store.ObjectStore;
import io.headwater.store.concurrent.WorkerPool;
import io.headwater.store.retry.RetryPolicy;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * A lock on a key: a {@link Claim} that its owner renews until it releases the lock. It excludes
 * other locks on the key, and nothing else. If its owner dies, it expires after the lease.
 */
public final class ClaimLock {
  private final ObjectStore store;
  private final Claim claim;
  private final List<String> outdated;
  private final ClaimRenewal renewal;

  private ClaimLock(ObjectStore store, Claim claim, List<String> outdated, ClaimRenewal renewal) {
    this.store = store;
    this.claim = claim;
    this.outdated = outdated;
    this.renewal = renewal;
  }

  /**
   * Locks a key.
   *
   * @param patience how long to wait for other owners
   * @return empty if another owner has the lock for all this time
   * @throws IOException if the store fails, or its listings stay out of date
   */
  public static Optional<ClaimLock> acquire(
      ObjectStore store, String key, Lease lease, Duration patience) throws IOException {
    return acquire(store, MonotonicClock.SYSTEM, key, lease, patience);
  }

  static Optional<ClaimLock> acquire(
      ObjectStore store, MonotonicClock clock, String key, Lease lease, Duration patience)
      throws IOException {
    String id = UUID.randomUUID().toString();
    long end = clock.nanos() + patience.toNanos();
    for (int round = 1; ; round++) {
      Claim claim = new Claim(store, clock, lease, key, id, round);
      Optional<Claim.Look> won = contend(store, clock, key, claim, end);
      if (won.isPresent()) {
        ClaimRenewal renewal = ClaimRenewal.begin(claim, lease);
        return Optional.of(new ClaimLock(store, claim, won.get().outdated(), renewal));
      }
      if (clock.nanos() - end > 0) {
        return Optional.empty();
      }
      clock.pause(RetryPolicy.CLAIM_CHECK.pause(round));
    }
  }

  /** Places a claim, and withdraws it if another owner takes precedence. */
  private static Optional<Claim.Look> contend(
      ObjectStore store, MonotonicClock clock, String key, Claim claim, long end)
      throws IOException {
    try {
      claim.place();
      ClaimLook look = ClaimLook.ofClaims(store, key);
      Optional<Claim.Look> seen = Optional.empty();
      for (int check = 1; !claim.hasExpired(); check++) {
        seen = claim.among(look.look().listed(), Set.of());
        boolean isAlone = seen.isPresent() && seen.get().rival().isEmpty();
        if (isAlone && !claim.hasExpired()) {
          return seen;
        }
        // A listing without the own claim may also lack the claims of others. So it says nothing.
        boolean waitsInVain = seen.isPresent() && clock.nanos() - end > 0;
        if (waitsInVain || seen.isPresent() && claim.givesWayTo(seen.get())) {
          break;
        }
        clock.pause(RetryPolicy.CLAIM_CHECK.pause(check));
      }
      if (seen.isEmpty()) {
        throw new IOException(
            "cannot lock " + key + ": the store's listing did not show the claim " + claim.key());
      }
    } catch (IOException | RuntimeException | Error e) {
      WorkerPool.uninterrupted(claim::withdraw, e);
      throw e;
    }
    claim.withdraw();
    return Optional.empty();
  }

  /**
   * Unlocks the key.
   *
   * @return whether the lock was valid until now
   */
  public boolean release() throws IOException {
    renewal.close();
    boolean valid = !claim.isOutdated();
    claim.withdraw();
    store.deleteAll(outdated);
    return valid;
  }
}
