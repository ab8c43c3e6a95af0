package io.headwater.commit;

import io.headwater.commit.ExclusivePut.Look;
import io.headwater.commit.ExclusivePut.Written;
import io.headwater.store.Heads;
import io.headwater.store.ObjectStore;
import io.headwater.store.concurrent.WorkerPool;
import io.headwater.store.retry.RetryPolicy;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Writes an object under claims. At any time, at most one writer holds the valid claim. */
final class ClaimedWrite {
  private final ObjectStore store;
  private final Lease lease;
  private final MonotonicClock clock;
  private final Replacement replacement;

  ClaimedWrite(ObjectStore store, Lease lease, MonotonicClock clock, Replacement replacement) {
    this.store = store;
    this.lease = lease;
    this.clock = clock;
    this.replacement = replacement;
  }

  /** Examines the claims and the object. */
  @FunctionalInterface
  interface Watch {
    Look look() throws IOException;
  }

  /** Sends the object while a claim excludes other writers. */
  @FunctionalInterface
  interface Sender {
    Replacement.Sent send(Claim claim) throws IOException;
  }

  Written write(String key, String id, Watch watch, Sender sender) throws IOException {
    long begun = clock.nanos();
    for (int round = 1; ; round++) {
      Claim claim = new Claim(store, clock, lease, key, id, round);
      Optional<Written> written = write(watch, sender, claim);
      if (written.isPresent()) {
        return written.get();
      }
      if (clock.nanos() - begun > lease.patience().toNanos()) {
        throw givenUp(claim, "other writers claimed it for " + lease.patience());
      }
    }
  }

  /**
   * Writes the object under one claim.
   *
   * @return empty if it gave way to another claim, which is deleted or outdated by now
   */
  private Optional<Written> write(Watch watch, Sender sender, Claim claim) throws IOException {
    long begun = clock.nanos();
    Claim.Look look;
    try {
      claim.place();
      look = contend(watch, claim);
      if (look.rival().isEmpty() && !claim.hasExpired()) {
        Replacement.Sent sent = sender.send(claim);
        List<String> leftovers = new ArrayList<>(look.outdated());
        if (!sent.isInDoubt()) {
          leftovers.add(claim.key());
        }
        return Optional.of(new Written(sent.object(), leftovers));
      }
    } catch (CommitStateUnknownException e) {
      throw e;
    } catch (IOException | RuntimeException | Error e) {
      WorkerPool.uninterrupted(claim::withdraw, e);
      throw e;
    }
    claim.withdraw();
    if (look.rival().isPresent()) {
      awaitGone(look.rival().get(), begun);
    }
    return Optional.empty();
  }

  /**
   * Waits until no other valid claim exists, a rival takes precedence, or this claim has expired.
   */
  private Claim.Look contend(Watch watch, Claim claim) throws IOException {
    for (int check = 1; ; check++) {
      Look around = watch.look();
      Optional<Claim.Look> look = claim.among(around.listed(), around.settled());
      replacement.requireSeen(around.existing());
      boolean isCurrent = replacement.isListed(around.existing()) && look.isPresent();
      if (isCurrent
          && (look.get().rival().isEmpty() || claim.givesWayTo(look.get()) || claim.hasExpired())) {
        return look.get();
      }
      if (claim.hasExpired()) {
        throw givenUp(claim, "the store's listing was out of date for " + lease.owners());
      }
      clock.pause(RetryPolicy.CLAIM_CHECK.pause(check));
    }
  }

  /**
   * Waits until another claim is deleted, or is outdated if it was seen when this one was written.
   */
  private void awaitGone(String rival, long begun) throws IOException {
    for (int check = 1; ; check++) {
      boolean claimExists = Heads.find(store, rival).isPresent();
      replacement.requireSeen();
      if (!claimExists || clock.nanos() - begun > lease.others().toNanos()) {
        return;
      }
      clock.pause(RetryPolicy.CLAIM_CHECK.pause(check));
    }
  }

  private ConcurrentCommitException givenUp(Claim claim, String reason) {
    return new ConcurrentCommitException(
        store.name()
            + "/"
            + claim.key()
            + ": nothing was written, because "
            + reason
            + ". Read the object again, then decide whether to write again",
        null);
  }
}
