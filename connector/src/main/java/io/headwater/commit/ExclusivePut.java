package io.headwater.commit;

import io.headwater.store.Content;
import io.headwater.store.ObjectInfo;
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
  private final MonotonicClock clock;

  ExclusivePut(ObjectStore store, MonotonicClock clock) {
    this.store = store;
    this.clock = clock;
  }

  /** Writes to a store. */
  public static ExclusivePut at(ObjectStore store) {
    return new ExclusivePut(store, MonotonicClock.SYSTEM);
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
   * Writes an object. Waits for another writer that claimed it, two minutes at most.
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
    Replacement replacement = new Replacement(store, key, seen, id);
    return replacement.isAtomic()
        ? new Written(replacement.send(draft.content()), List.of())
        : putClaimed(replacement, draft, new Claim(store, clock, key, id), id);
  }

  private Written putClaimed(Replacement replacement, Draft draft, Claim claim, String id)
      throws IOException {
    try {
      claim.place();
      List<String> leftovers = new ArrayList<>(awaitAlone(replacement, draft, claim, id));
      leftovers.add(claim.key());
      Content content = claim.whileItLasts(draft.content());
      return new Written(replacement.send(content), leftovers);
    } catch (CommitStateUnknownException e) {
      throw e;
    } catch (IOException | RuntimeException | Error e) {
      WorkerPool.uninterrupted(claim::withdraw, e);
      throw e;
    }
  }

  /**
   * Waits until no other claim counts.
   *
   * @return the keys of those that do not
   */
  private List<String> awaitAlone(Replacement replacement, Draft draft, Claim claim, String id)
      throws IOException {
    for (long pause = FIRST_PAUSE; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
      Look around = draft.look();
      Optional<Claim.Look> look = claim.among(around.listed(), around.settled());
      replacement.requireSeen(around.standing());
      if (claim.hasExpired() || look.filter(seen -> seen.comesBefore(id)).isPresent()) {
        throw givenUp(claim, look);
      }
      if (look.filter(seen -> seen.rival().isEmpty()).isPresent()) {
        return look.get().outdated();
      }
      clock.pause(Duration.ofMillis(pause));
    }
  }

  private ConcurrentCommitException givenUp(Claim claim, Optional<Claim.Look> look) {
    String reason =
        look.map(ExclusivePut::reason)
            .orElse("the store's listing did not show it for two minutes");
    return new ConcurrentCommitException(
        store.name()
            + "/"
            + claim.key()
            + ": this claim is given up, and nothing was written: "
            + reason
            + ". Read the object again, then decide whether to write again",
        null);
  }

  private static String reason(Claim.Look look) {
    return look.rival()
        .map(
            rival -> "writer " + rival + " is about to write, or died within the last five minutes")
        .orElse("it is older than two minutes, after which others need not respect it");
  }
}
