package io.headwater.commit;

import io.headwater.store.Capability;
import io.headwater.store.ObjectInfo;
import io.headwater.store.ObjectStore;
import io.headwater.store.content.Content;
import io.headwater.store.exception.PreconditionFailedException;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Creates or replaces one object if it is unchanged since its writer saw it. At most one of any
 * number of racing writers succeeds. If the store's conditions are atomic, one conditional PUT is
 * sent. Otherwise a {@link Claim} arbitrates, with only unconditional PUT, LIST, HEAD and DELETE.
 * Versions are compared by ETag, so an object that was replaced by the same bytes counts as
 * unchanged.
 */
public final class ExclusivePut {
  private static final Pattern ID = Pattern.compile("[0-9A-Za-z._-]+");

  private static final Set<Capability> BESIDE_UPLOADS =
      Set.of(Capability.ATOMIC_CONDITIONS, Capability.CONDITIONAL_COMPLETION);

  private final ObjectStore store;
  private final Lease lease;
  private final MonotonicClock clock;
  private final Set<Capability> atomic;

  ExclusivePut(ObjectStore store, Lease lease, MonotonicClock clock) {
    this(store, lease, clock, Set.of(Capability.ATOMIC_CONDITIONS));
  }

  private ExclusivePut(
      ObjectStore store, Lease lease, MonotonicClock clock, Set<Capability> atomic) {
    this.store = store;
    this.lease = lease;
    this.clock = clock;
    this.atomic = atomic;
  }

  /** Writes to a store, with claims of the default lease if claims are needed. */
  public static ExclusivePut at(ObjectStore store) {
    return new ExclusivePut(store, Lease.DEFAULT, MonotonicClock.SYSTEM);
  }

  /** The same with claims of another lease. */
  public ExclusivePut withLease(Lease other) {
    return new ExclusivePut(store, other, clock, atomic);
  }

  /**
   * The same for an object that other writers may create by an upload. All of them use claims if
   * the store ignores the condition of an upload's completion.
   */
  public ExclusivePut besideUploads() {
    return new ExclusivePut(store, lease, clock, BESIDE_UPLOADS);
  }

  /** Whether the store itself lets one of racing creators win, by PUT or by an upload. */
  public static boolean isAtomicForUploads(ObjectStore store, String key) throws IOException {
    return store.verifiedCapabilities(key).containsAll(BESIDE_UPLOADS);
  }

  /** Whether a key is the key of a claim to another object, which is no data. */
  public static boolean isClaim(String key) {
    return Claim.isClaim(key);
  }

  /** What a writer intends to write, and how it examines the key. */
  public interface Draft {
    /** Examines the key: the claims first or together with the object, never after it. */
    Look look() throws IOException;

    /** The object's bytes, according to the last look, if there was one. */
    Content content() throws IOException;
  }

  /**
   * What a writer saw.
   *
   * @param existing the ETag of the object, or empty if it does not exist
   * @param listed all claims at the object's key; may contain other objects
   * @param settled ids of writers whose claims are ignored: their object is written, and their
   *     requests cannot change it any more
   */
  public record Look(Optional<String> existing, List<ObjectInfo> listed, Set<String> settled) {
    public Look {
      listed = List.copyOf(listed);
      settled = Set.copyOf(settled);
    }
  }

  /**
   * What was written.
   *
   * @param object the object
   * @param leftovers keys of obsolete claims, which the caller deletes; until then the next writer
   *     waits
   */
  public record Written(ObjectInfo object, List<String> leftovers) {
    public Written {
      leftovers = List.copyOf(leftovers);
    }
  }

  /**
   * Writes an object. Waits for another writer's claim until that writer has written, has given up,
   * or has died more than a lease ago.
   *
   * @param seen the ETag of the object to replace, or empty if no object may exist
   * @param id the writer's globally unique id, of letters, digits, {@code .}, {@code _} and {@code
   *     -}. Of racing writers the smallest takes precedence. It becomes the object's user metadata
   *     {@code headwater-writer}.
   * @throws ConcurrentCommitException if another writer was faster; this writer wrote nothing
   * @throws CommitStateUnknownException if it is unknown whether the object was written
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
    return replacement.isAtomic(atomic)
        ? new Written(replacement.send(draft.content()), List.of())
        : claimed(replacement)
            .write(key, id, draft::look, claim -> replacement.sendClaimed(claim, draft.content()));
  }

  private ClaimedWrite claimed(Replacement replacement) {
    return new ClaimedWrite(store, lease, clock, replacement);
  }

  /** Requests that make an object visible, and fail if their condition is false. */
  @FunctionalInterface
  public interface Publication {
    /**
     * Makes the object visible.
     *
     * @throws PreconditionFailedException if the condition is false
     */
    ObjectInfo publish() throws IOException;

    /**
     * Finds out whether a request without a response made the object visible.
     *
     * @return the object, or empty if that is unknown
     */
    default Optional<ObjectInfo> published() throws IOException {
      return Optional.empty();
    }
  }

  /**
   * Creates an object by requests other than one PUT. Waits for other writers like {@link #put}.
   *
   * @param publication is conditional; if conditions are not atomic, claims arbitrate as well
   * @param id the writer's, as for {@link #put}; the object does not contain it
   * @throws ConcurrentCommitException if an object exists; this writer wrote nothing
   * @throws CommitStateUnknownException if it is unknown whether the object was created
   */
  public Written create(String key, Publication publication, String id) throws IOException {
    Replacement creation = new Replacement(store, clock, key, Optional.empty(), id);
    return publish(creation, publication, key, id, ClaimLook.ofClaims(store, key));
  }

  /** The same for requests that cannot detect an existing object. */
  public Written createUnconditionally(String key, Publication publication, String id)
      throws IOException {
    Replacement creation = new Replacement(store, clock, key, Optional.empty(), id);
    return claimed(creation, publication, key, id, ClaimLook.ofAll(store, key));
  }

  /**
   * The same for the replacement of an object.
   *
   * @param seen the ETag of the object to replace
   * @param publication is conditional on this ETag if the store supports that
   * @throws ConcurrentCommitException if no object with this ETag exists
   */
  public Written replace(String key, Publication publication, String seen, String id)
      throws IOException {
    Replacement replacement = new Replacement(store, clock, key, Optional.of(seen), id);
    return publish(replacement, publication, key, id, ClaimLook.ofAll(store, key));
  }

  private Written publish(
      Replacement replacement, Publication publication, String key, String id, ClaimLook look)
      throws IOException {
    return replacement.isAtomic(BESIDE_UPLOADS)
        ? new Written(new ObjectPublication(store, key, publication).publish(), List.of())
        : claimed(replacement, publication, key, id, look);
  }

  private Written claimed(
      Replacement replacement, Publication publication, String key, String id, ClaimLook look)
      throws IOException {
    ObjectPublication object = new ObjectPublication(store, key, publication);
    return claimed(replacement).write(key, id, look::look, claim -> object.publish(claim, lease));
  }
}
