package io.headwater.commit;

import io.headwater.store.Content;
import io.headwater.store.ObjectInfo;
import io.headwater.store.ObjectNotFoundException;
import io.headwater.store.ObjectStore;
import io.headwater.store.WorkerPool;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Creates or replaces one object if it still is what its writer saw: of any number of racing
 * writers at most one succeeds. By one conditional PUT where such are atomic; elsewhere by a {@link
 * Claim}, with nothing but unconditional PUT, LIST, HEAD and DELETE. What was seen is told by its
 * ETag, so an object that was replaced by the same bytes was not.
 */
public final class ExclusivePut {
  private static final Pattern ID = Pattern.compile("[0-9A-Za-z._-]+");

  /** Between two looks, in milliseconds; doubled each time. */
  private static final long FIRST_PAUSE = 50;

  private static final long LONGEST_PAUSE = 5000;

  private final ObjectStore store;
  private final Lease lease;
  private final MonotonicClock clock;

  ExclusivePut(ObjectStore store, Lease lease, MonotonicClock clock) {
    this.store = store;
    this.lease = lease;
    this.clock = clock;
  }

  /** Writes to a store, with claims of the default lease if it comes to that. */
  public static ExclusivePut at(ObjectStore store) {
    return new ExclusivePut(store, Lease.DEFAULT, MonotonicClock.SYSTEM);
  }

  /** The same with claims of another lease. */
  public ExclusivePut withLease(Lease other) {
    return new ExclusivePut(store, other, clock);
  }

  /** Whether a key is that of a claim to another object, which is no data. */
  public static boolean isClaim(String key) {
    return Claim.isClaim(key);
  }

  /** What a writer means to write, and how it sees what stands around it. */
  public interface Draft {
    /** Looks around: at the claims first, or together with the object, never after it. */
    Look look() throws IOException;

    /** The object's bytes, as of the last look if there was one. */
    Content content() throws IOException;
  }

  /**
   * What a writer saw.
   *
   * @param standing the ETag of the object; empty if there is none
   * @param listed all claims at the object's key; others may be among them
   * @param settled ids of writers whose claims do not count: what they claimed stands, and their
   *     requests can change it no more
   */
  public record Look(Optional<String> standing, List<ObjectInfo> listed, Set<String> settled) {
    public Look {
      listed = List.copyOf(listed);
      settled = Set.copyOf(settled);
    }
  }

  /**
   * What was written.
   *
   * @param object the object
   * @param leftovers keys of claims that are of no use any more, which the caller deletes; until
   *     then the next writer waits
   */
  public record Written(ObjectInfo object, List<String> leftovers) {
    public Written {
      leftovers = List.copyOf(leftovers);
    }
  }

  /**
   * Writes an object. Waits for another writer that claimed it: until that one has written, has
   * given up, or has died a lease ago.
   *
   * @param seen the ETag of what is to be replaced; empty if nothing may be there
   * @param id the writer's, which no other writer ever has, of letters, digits, {@code .}, {@code
   *     _} and {@code -}; of racing writers the smallest is preferred. It becomes the object's user
   *     metadata {@code headwater-writer}
   * @throws ConcurrentCommitException if another writer was quicker; nothing of this one is there
   * @throws CommitStateUnknownException if it cannot be learned whether the object was written
   */
  public Written put(String key, Content content, Optional<String> seen, String id)
      throws IOException {
    return put(key, new FixedDraft(store, key, content), seen, id);
  }

  /** The same for an object whose content depends on what its writer sees at the last moment. */
  public Written put(String key, Draft draft, Optional<String> seen, String id) throws IOException {
    if (!ID.matcher(id).matches()) {
      throw new IllegalArgumentException("not a writer's id: " + id);
    }
    Replacement replacement = new Replacement(store, clock, key, seen, id);
    return replacement.isAtomic()
        ? new Written(replacement.send(draft.content()), List.of())
        : putClaimed(replacement, draft, key, id);
  }

  private Written putClaimed(Replacement replacement, Draft draft, String key, String id)
      throws IOException {
    long begun = clock.nanos();
    for (int round = 1; ; round++) {
      Claim claim = new Claim(store, clock, lease, key, id, round);
      Optional<Written> written = putClaimed(replacement, draft, claim);
      if (written.isPresent()) {
        return written.get();
      }
      if (clock.nanos() - begun > lease.patience().toNanos()) {
        throw givenUp(claim, "other writers claimed it for " + lease.patience());
      }
    }
  }

  /**
   * Writes it under one claim.
   *
   * @return nothing if it gave way to another claim, which is gone or outdated by now
   */
  private Optional<Written> putClaimed(Replacement replacement, Draft draft, Claim claim)
      throws IOException {
    long begun = clock.nanos();
    Claim.Look look;
    try {
      claim.place();
      look = contend(replacement, draft, claim);
      if (look.rival().isEmpty() && !claim.hasExpired()) {
        Replacement.Sent sent = replacement.sendClaimed(claim, draft.content());
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
      awaitGone(look.rival().get(), begun, replacement);
    }
    return Optional.empty();
  }

  /** Looks until no other claim counts, one is to be preferred, or the own one has expired. */
  private Claim.Look contend(Replacement replacement, Draft draft, Claim claim) throws IOException {
    for (long pause = FIRST_PAUSE; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
      Look around = draft.look();
      Optional<Claim.Look> look = claim.among(around.listed(), around.settled());
      replacement.requireSeen(around.standing());
      if (look.isPresent()
          && (look.get().rival().isEmpty() || claim.givesWayTo(look.get()) || claim.hasExpired())) {
        return look.get();
      }
      if (claim.hasExpired()) {
        throw givenUp(claim, "the store's listing did not show it for " + lease.owners());
      }
      clock.pause(Duration.ofMillis(pause));
    }
  }

  /** Waits until another's claim is gone, or outdated if it was seen when this one's was placed. */
  private void awaitGone(String rival, long begun, Replacement replacement) throws IOException {
    for (long pause = FIRST_PAUSE; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
      boolean stands = stands(rival);
      replacement.requireSeen();
      if (!stands || clock.nanos() - begun > lease.others().toNanos()) {
        return;
      }
      clock.pause(Duration.ofMillis(pause));
    }
  }

  private boolean stands(String claim) throws IOException {
    try {
      store.head(claim);
      return true;
    } catch (ObjectNotFoundException e) {
      return false;
    }
  }

  private ConcurrentCommitException givenUp(Claim claim, String reason) {
    return new ConcurrentCommitException(
        store.name()
            + "/"
            + claim.key()
            + ": this claim was given up, and nothing was written, because "
            + reason
            + ". Read the object again, then decide whether to write again",
        null);
  }
}
