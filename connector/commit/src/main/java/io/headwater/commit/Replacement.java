package io.headwater.commit;

import io.headwater.store.Capability;
import io.headwater.store.Heads;
import io.headwater.store.ObjectInfo;
import io.headwater.store.ObjectStore;
import io.headwater.store.PutMode;
import io.headwater.store.PutOptions;
import io.headwater.store.content.Content;
import io.headwater.store.exception.OutcomeUnknownException;
import io.headwater.store.exception.PreconditionFailedException;
import io.headwater.store.exception.TransientStoreException;
import io.headwater.store.retry.RetryPolicy;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * One writer's PUT that replaces a known version. The object records its writer and the version it
 * replaced. If the response to the PUT is lost, reading the object reveals the outcome.
 */
final class Replacement {
  /** The user metadata with the writer's id. */
  static final String WRITER = "headwater-writer";

  /** The user metadata with the ETag of the replaced object, or {@link #NOTHING}. */
  static final String REPLACED = "headwater-replaced";

  private static final String NOTHING = "nothing";

  private final ObjectStore store;
  private final MonotonicClock clock;
  private final String key;
  private final Optional<String> seen;
  private final String id;
  private final ReplacementFailures failures;

  /**
   * @param seen the ETag of the object that the writer saw, or empty if it saw none
   */
  Replacement(
      ObjectStore store, MonotonicClock clock, String key, Optional<String> seen, String id) {
    this.store = store;
    this.clock = clock;
    this.key = key;
    this.seen = seen;
    this.id = id;
    failures = new ReplacementFailures(store.name() + "/" + key, id, seen.isPresent());
  }

  /**
   * Whether the store guarantees that only one racing writer replaces the version that this writer
   * saw.
   *
   * @param needed the capabilities of all those writers
   */
  boolean isAtomic(Set<Capability> needed) throws IOException {
    return store.verifiedCapabilities(key).containsAll(needed) && canBeConditional();
  }

  private boolean canBeConditional() {
    return store.capabilities().containsAll(condition().needs().stream().toList());
  }

  private PutMode condition() {
    return seen.<PutMode>map(PutMode.ReplaceIfMatch::new).orElse(PutMode.CREATE_IF_ABSENT);
  }

  /** Checks that the object is unchanged. */
  void requireSeen() throws IOException {
    Optional<ObjectInfo> existing = Heads.find(store, key);
    if (!isSeen(existing)) {
      throw failures.conflict(existing, null);
    }
  }

  /**
   * Checks that the object is unchanged. A listing may show an object that was replaced, so a HEAD
   * decides. A writer that saw no object needs none if the listing has none either.
   */
  void requireSeen(Optional<String> listed) throws IOException {
    if (!isListed(listed) || seen.isPresent()) {
      requireSeen();
    }
  }

  /** Whether a listing shows the object that the writer saw. */
  boolean isListed(Optional<String> listed) {
    return listed.equals(seen);
  }

  /**
   * Sends the object, conditionally if the store supports it.
   *
   * @throws ConcurrentCommitException if another writer's object exists, and this writer's never
   *     did
   * @throws CommitStateUnknownException if it is unknown whether it was written
   */
  ObjectInfo send(Content content) throws IOException {
    try {
      return store.put(key, content, options());
    } catch (IOException failure) {
      return readBack(failure);
    }
  }

  private PutOptions options() {
    PutMode mode = canBeConditional() ? condition() : PutMode.OVERWRITE;
    return new PutOptions(mode, Map.of(WRITER, id, REPLACED, seen.orElse(NOTHING)));
  }

  /**
   * The result of sending under a claim.
   *
   * @param isInDoubt whether a request without a response may still be applied, so that the claim
   *     must continue to exclude others
   */
  record Sent(ObjectInfo object, boolean isInDoubt) {}

  /** Sends the object while a claim excludes others. Repeats it if the object is unchanged. */
  Sent sendClaimed(Claim claim, Content content) throws IOException {
    Content whileItLasts = claim.whileItLasts(content);
    try {
      return new Sent(store.put(key, whileItLasts, options().once()), false);
    } catch (OutcomeUnknownException lost) {
      // A changed object is the result of the single request, which is therefore complete.
      return isSeen(existingAfter(lost))
          ? sendAgain(claim, whileItLasts, lost)
          : listed(claim, whileItLasts, readBack(lost), false);
    } catch (IOException failure) {
      return listed(claim, whileItLasts, readBack(failure), false);
    }
  }

  private Sent listed(Claim claim, Content content, ObjectInfo written, boolean isInDoubt)
      throws CommitStateUnknownException {
    Optional<PutOptions> again =
        canBeConditional() ? Optional.empty() : Optional.of(options().once());
    try {
      return new UnansweredPut(store, clock, claim, written, content, again).await(isInDoubt);
    } catch (IOException unlisted) {
      throw failures.unknown("was not listed by the store", unlisted);
    }
  }

  /**
   * Repeats until a response arrives or the claim expires. A restarting store does not respond
   * meanwhile.
   */
  private Sent sendAgain(Claim claim, Content content, OutcomeUnknownException lost)
      throws IOException {
    OutcomeUnknownException last = lost;
    for (int repetition = 1; !claim.hasExpired(); repetition++) {
      clock.pause(RetryPolicy.CLAIMED_WRITE.pause(repetition));
      if (!isSeen(existingAfter(last))) {
        return listed(claim, content, readBack(last, true), repetition > 1);
      }
      try {
        return new Sent(store.put(key, content, options().once()), true);
      } catch (OutcomeUnknownException again) {
        last = again;
      } catch (IOException failure) {
        return listed(claim, content, readBack(failure, true), true);
      }
    }
    return listed(claim, content, readBack(last, true), true);
  }

  private ObjectInfo readBack(IOException failure) throws IOException {
    return readBack(failure, false);
  }

  /**
   * @param isInDoubt whether an earlier request may still be applied, so that an unchanged object
   *     proves nothing
   */
  private ObjectInfo readBack(IOException failure, boolean isInDoubt) throws IOException {
    Optional<ObjectInfo> existing = existingAfter(failure);
    if (existing.filter(object -> id.equals(object.metadata().get(WRITER))).isPresent()) {
      return existing.get();
    }
    boolean refused = failure instanceof PreconditionFailedException;
    if (isSeen(existing) && !refused && !isInDoubt && !mayBeUnderWay(failure)) {
      throw failure;
    }
    if (refused || wasNotSent(failure) || existing.filter(this::isInsteadOfThis).isPresent()) {
      throw failures.conflict(existing, failure);
    }
    throw isSeen(existing)
        ? failures.unknown("was as before", failure)
        : failures.unknown(existing, failure);
  }

  private Optional<ObjectInfo> existingAfter(IOException failure) throws IOException {
    boolean interrupted = Thread.interrupted();
    try {
      return Heads.find(store, key);
    } catch (IOException e) {
      failure.addSuppressed(e);
      if (failure instanceof PreconditionFailedException) {
        throw failures.unreadConflict(failure);
      }
      throw wasNotSent(failure) ? failure : failures.unknown("could not be read", failure);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Whether a request may still be applied although the object is unchanged. */
  private static boolean mayBeUnderWay(IOException failure) {
    return failure instanceof OutcomeUnknownException
        || failure instanceof InterruptedIOException
        || (failure instanceof TransientStoreException lost && lost.mayHaveBeenApplied());
  }

  private static boolean wasNotSent(IOException failure) {
    return failure instanceof TransientStoreException lost && !lost.mayHaveBeenApplied();
  }

  /** Whether an object replaced the same version as this one, which therefore never existed. */
  private boolean isInsteadOfThis(ObjectInfo existing) {
    return seen.orElse(NOTHING).equals(existing.metadata().get(REPLACED));
  }

  private boolean isSeen(Optional<ObjectInfo> existing) {
    return existing.map(ObjectInfo::etag).equals(seen);
  }
}
