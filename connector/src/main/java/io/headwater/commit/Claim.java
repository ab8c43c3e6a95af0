package io.headwater.commit;

import io.headwater.store.Content;
import io.headwater.store.ObjectInfo;
import io.headwater.store.ObjectStore;
import io.headwater.store.PutOptions;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A small object beside another one by which a writer tells the others that it is about to replace
 * it; protocol/PROTOCOL.md, section 6. Of two claimants at least one sees the other's claim, since
 * each writes its own before it looks.
 */
final class Claim {
  /** After so long by its own clock the owner sends nothing any more. */
  static final Duration OWNERS_TIME = Duration.ofMinutes(2);

  /**
   * By so much older than one's own, by the store's times, a claim counts no more. The difference
   * to {@link #OWNERS_TIME} is what its owner's last request may take.
   */
  static final Duration RIVALS_TIME = Duration.ofMinutes(5);

  private static final String INFIX = ".claim.";

  private final ObjectStore store;
  private final MonotonicClock clock;
  private final String claimed;
  private final String id;
  private long placed;

  /**
   * @param claimed the key of the object that is to be replaced
   * @param id the writer's
   */
  Claim(ObjectStore store, MonotonicClock clock, String claimed, String id) {
    this.store = store;
    this.clock = clock;
    this.claimed = claimed;
    this.id = id;
  }

  /**
   * The claims that stand.
   *
   * @param rival of the other writers whose claims count the one with the smallest id
   * @param outdated the keys of claims that do not count
   */
  record Look(Optional<String> rival, List<String> outdated) {
    /** Whether a rival is to be preferred to a writer. */
    boolean comesBefore(String id) {
      return rival.filter(other -> other.compareTo(id) < 0).isPresent();
    }
  }

  String key() {
    return claimed + INFIX + id;
  }

  /** Writes it. */
  void place() throws IOException {
    placed = clock.nanos();
    String body = "{\"writer\": \"" + id + "\"}\n";
    store.put(key(), Content.of(body.getBytes(StandardCharsets.UTF_8)), PutOptions.OVERWRITE);
  }

  /** Deletes it. */
  void withdraw() throws IOException {
    store.delete(key());
  }

  /** Whether its owner's time is over. */
  boolean hasExpired() {
    return clock.nanos() - placed > OWNERS_TIME.toNanos();
  }

  /** What to send while the claim lasts: each try of a request opens it anew. */
  Content whileItLasts(Content content) {
    return new Content() {
      @Override
      public long length() {
        return content.length();
      }

      @Override
      public InputStream open() throws IOException {
        if (hasExpired()) {
          throw new IOException("the claim " + key() + " expired before this try");
        }
        return content.open();
      }
    };
  }

  /** What the keys of claims to an object begin with. */
  static String prefix(String claimed) {
    return claimed + INFIX;
  }

  /**
   * The claims of a listing; empty if this one is not among them, because the listing lags.
   *
   * @param settled ids of writers whose claims do not count
   */
  Optional<Look> among(List<ObjectInfo> listed, Set<String> settled) {
    List<ObjectInfo> claims =
        listed.stream().filter(object -> object.key().startsWith(prefix(claimed))).toList();
    Optional<Instant> own =
        claims.stream()
            .filter(claim -> claim.key().equals(key()))
            .map(ObjectInfo::lastModified)
            .findFirst();
    return own.map(time -> sorted(claims, time.minus(RIVALS_TIME), settled));
  }

  private Look sorted(List<ObjectInfo> claims, Instant oldest, Set<String> settled) {
    List<String> rivals = new ArrayList<>();
    List<String> outdated = new ArrayList<>();
    for (ObjectInfo claim : claims) {
      String writer = claim.key().substring(prefix(claimed).length());
      if (claim.lastModified().isBefore(oldest) || settled.contains(writer)) {
        outdated.add(claim.key());
      } else if (!writer.equals(id)) {
        rivals.add(writer);
      }
    }
    return new Look(rivals.stream().min(Comparator.naturalOrder()), List.copyOf(outdated));
  }
}
