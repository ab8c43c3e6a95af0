package io.headwater.commit;

import io.headwater.store.Capability;
import io.headwater.store.Content;
import io.headwater.store.ObjectInfo;
import io.headwater.store.ObjectNotFoundException;
import io.headwater.store.ObjectStore;
import io.headwater.store.OutcomeUnknownException;
import io.headwater.store.PreconditionFailedException;
import io.headwater.store.PutMode;
import io.headwater.store.PutOptions;
import io.headwater.store.TransientStoreException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * One writer's PUT in place of what it saw. The object says who wrote it and what it replaced, so
 * that a PUT whose answer was lost can be told by looking at what stands.
 */
final class Replacement {
  /** The user metadata that bears the writer's id. */
  static final String WRITER = "headwater-writer";

  /** The user metadata that bears the ETag of what was replaced, or {@link #NOTHING}. */
  static final String REPLACED = "headwater-replaced";

  private static final String NOTHING = "nothing";

  /**
   * Between two requests of an owner whose answers are lost, in milliseconds; doubled each time.
   */
  private static final long FIRST_PAUSE = 100;

  private static final long LONGEST_PAUSE = 5000;

  private final ObjectStore store;
  private final MonotonicClock clock;
  private final String key;
  private final Optional<String> seen;
  private final String id;

  /**
   * @param seen the ETag of what the writer saw; empty if it saw nothing
   */
  Replacement(
      ObjectStore store, MonotonicClock clock, String key, Optional<String> seen, String id) {
    this.store = store;
    this.clock = clock;
    this.key = key;
    this.seen = seen;
    this.id = id;
  }

  /** Whether the store lets one of racing writers alone replace what this one saw. */
  boolean isAtomic() {
    Set<Capability> declared = store.capabilities();
    return declared.contains(Capability.ATOMIC_CONDITIONS) && canBeConditional();
  }

  private boolean canBeConditional() {
    return store.capabilities().containsAll(condition().needs().stream().toList());
  }

  private PutMode condition() {
    return seen.<PutMode>map(PutMode.ReplaceIfMatch::new).orElse(PutMode.CREATE_IF_ABSENT);
  }

  /** Checks that what was seen still stands. */
  void requireSeen() throws IOException {
    requireSeen(standing().map(ObjectInfo::etag));
  }

  /** Checks that what was seen still stands, by its ETag. */
  void requireSeen(Optional<String> standing) throws IOException {
    if (!standing.equals(seen)) {
      throw new ConcurrentCommitException(place() + " " + told(standing()) + ADVICE, null);
    }
  }

  /**
   * Sends the object, under the condition if the store knows it.
   *
   * @throws ConcurrentCommitException if another writer's stands, and this one's never did
   * @throws CommitStateUnknownException if it cannot be learned whether it was written
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
   * What was sent under a claim.
   *
   * @param isInDoubt whether one of its requests had no answer and may be applied yet, so that the
   *     claim has to go on keeping others away
   */
  record Sent(ObjectInfo object, boolean isInDoubt) {}

  /** Sends the object while a claim keeps others away; again if what was seen is still there. */
  Sent sendClaimed(Claim claim, Content content) throws IOException {
    Content whileItLasts = claim.whileItLasts(content);
    try {
      return new Sent(store.put(key, whileItLasts, options().once()), false);
    } catch (OutcomeUnknownException lost) {
      // What is there is the one request's work, which so is over.
      return isSeen(standingAfter(lost))
          ? sendAgain(claim, whileItLasts, lost)
          : new Sent(readBack(lost), false);
    } catch (IOException failure) {
      return new Sent(readBack(failure), false);
    }
  }

  /** Until an answer comes or the claim is over: a store that restarts answers none meanwhile. */
  private Sent sendAgain(Claim claim, Content content, OutcomeUnknownException lost)
      throws IOException {
    OutcomeUnknownException last = lost;
    for (long pause = FIRST_PAUSE;
        !claim.hasExpired();
        pause = Math.min(2 * pause, LONGEST_PAUSE)) {
      clock.pause(Duration.ofMillis(pause));
      if (!isSeen(standingAfter(last))) {
        return new Sent(readBack(last, true), true);
      }
      try {
        return new Sent(store.put(key, content, options().once()), true);
      } catch (OutcomeUnknownException again) {
        last = again;
      } catch (IOException failure) {
        return new Sent(readBack(failure, true), true);
      }
    }
    return new Sent(readBack(last, true), true);
  }

  private ObjectInfo readBack(IOException failure) throws IOException {
    return readBack(failure, false);
  }

  /**
   * @param isInDoubt whether an earlier request may be applied yet, so that nothing is sure by
   *     seeing what was there before
   */
  private ObjectInfo readBack(IOException failure, boolean isInDoubt) throws IOException {
    Optional<ObjectInfo> standing = standingAfter(failure);
    if (standing.filter(object -> id.equals(object.metadata().get(WRITER))).isPresent()) {
      return standing.get();
    }
    boolean refused = failure instanceof PreconditionFailedException;
    if (isSeen(standing) && !refused && !isInDoubt && !mayBeUnderWay(failure)) {
      throw failure;
    }
    if (refused || wasNotSent(failure) || standing.filter(this::isInsteadOfThis).isPresent()) {
      throw new ConcurrentCommitException(place() + " " + told(standing) + ADVICE, failure);
    }
    throw unknown(isSeen(standing) ? "was as before" : told(standing), failure);
  }

  private Optional<ObjectInfo> standingAfter(IOException failure) throws IOException {
    boolean interrupted = Thread.interrupted();
    try {
      return standing();
    } catch (IOException e) {
      failure.addSuppressed(e);
      if (failure instanceof PreconditionFailedException) {
        throw new ConcurrentCommitException(
            place() + " was changed by another writer" + ADVICE, failure);
      }
      throw wasNotSent(failure) ? failure : unknown("could not be read", failure);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Whether a request may be applied yet, though what was seen still stands. */
  private static boolean mayBeUnderWay(IOException failure) {
    return failure instanceof OutcomeUnknownException
        || failure instanceof InterruptedIOException
        || (failure instanceof TransientStoreException lost && lost.mayHaveBeenApplied());
  }

  private static boolean wasNotSent(IOException failure) {
    return failure instanceof TransientStoreException lost && !lost.mayHaveBeenApplied();
  }

  /** Whether an object replaced just what this one was to replace, which so never stood. */
  private boolean isInsteadOfThis(ObjectInfo standing) {
    return seen.orElse(NOTHING).equals(standing.metadata().get(REPLACED));
  }

  private Optional<ObjectInfo> standing() throws IOException {
    try {
      return Optional.of(store.head(key));
    } catch (ObjectNotFoundException e) {
      return Optional.empty();
    }
  }

  private boolean isSeen(Optional<ObjectInfo> standing) {
    return standing.map(ObjectInfo::etag).equals(seen);
  }

  private CommitStateUnknownException unknown(String now, IOException failure) {
    return new CommitStateUnknownException(
        "it is not known whether writer "
            + id
            + " replaced "
            + place()
            + ", which afterwards "
            + now
            + "; nothing was deleted. It did if the object's user metadata "
            + WRITER
            + " is this id: "
            + failure.getMessage(),
        failure);
  }

  private String told(Optional<ObjectInfo> standing) {
    return standing
        .map(
            object ->
                "was written by "
                    + writer(object)
                    + " at "
                    + object.lastModified()
                    + (seen.isPresent() ? " after it was seen" : ""))
        .orElse("was " + (seen.isPresent() ? "deleted" : "changed") + " by another writer");
  }

  private static String writer(ObjectInfo object) {
    String writer = object.metadata().get(WRITER);
    return writer == null ? "another program" : "writer " + writer;
  }

  private static final String ADVICE =
      "; nothing of this writer is there. Read it again, then decide whether to write again";

  private String place() {
    return store.name() + "/" + key;
  }
}
