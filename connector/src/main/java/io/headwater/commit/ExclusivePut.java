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
    if (!ID.matcher(id).matches()) {
      throw new IllegalArgumentException("not a writer's id: " + id);
    }
    Replacement replacement = new Replacement(store, key, seen, id);
    return replacement.isAtomic()
        ? new Written(replacement.send(content), List.of())
        : putClaimed(replacement, content, new Claim(store, clock, key, id), id);
  }

  private Written putClaimed(Replacement replacement, Content content, Claim claim, String id)
      throws IOException {
    try {
      claim.place();
      List<String> leftovers = new ArrayList<>(awaitAlone(replacement, claim, id));
      leftovers.add(claim.key());
      return new Written(replacement.send(claim.whileItLasts(content)), leftovers);
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
  private List<String> awaitAlone(Replacement replacement, Claim claim, String id)
      throws IOException {
    for (long pause = FIRST_PAUSE; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
      Optional<Claim.Look> look = claim.look();
      // Asked after the claims: of one that is gone by now the object stands.
      replacement.requireSeen();
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
