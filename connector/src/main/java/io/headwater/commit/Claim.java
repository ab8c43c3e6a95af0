package io.headwater.commit;

import io.headwater.store.Content;
import io.headwater.store.ObjectInfo;
import io.headwater.store.ObjectStore;
import io.headwater.store.PutOptions;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A small object beside another one by which a writer tells the others that it is about to replace
 * it; protocol/PROTOCOL.md, section 6. Of two claimants at least one sees the other's claim, since
 * each writes its own before it looks.
 */
final class Claim {
  private static final String INFIX = ".claim.";

  /** Between a writer's id, which never has it, and the number of its claim. */
  private static final String ROUND = "~";

  private static final Pattern CLAIM =
      Pattern.compile(".*[^/]\\.claim\\.[0-9A-Za-z._~-]+", Pattern.DOTALL);

  private final ObjectStore store;
  private final MonotonicClock clock;
  private final Lease lease;
  private final String claimed;
  private final String id;
  private final String key;
  private volatile long placed;

  /**
   * @param claimed the key of the object that is to be replaced
   * @param id the writer's
   * @param round how often it has claimed, this time included; its claim has another name each
   *     time, so that a delete that was slow does not take a new one
   */
  Claim(
      ObjectStore store, MonotonicClock clock, Lease lease, String claimed, String id, int round) {
    this.store = store;
    this.clock = clock;
    this.lease = lease;
    this.claimed = claimed;
    this.id = id;
    this.key = prefix(claimed) + id + (round == 1 ? "" : ROUND + round);
  }

  /**
   * The claims that stand beside this one.
   *
   * @param rival the key of the one with the smallest id of those that count
   * @param outdated the keys of those that do not count
   */
  record Look(Optional<String> rival, List<String> outdated) {}

  /** Whether a rival is to be preferred. */
  boolean givesWayTo(Look look) {
    return look.rival().filter(rival -> rival.compareTo(key()) < 0).isPresent();
  }

  String key() {
    return key;
  }

  /** Writes it, or writes it again. */
  void place() throws IOException {
    long begun = clock.nanos();
    String body = "{\"writer\": \"" + id + "\"}\n";
    store.put(key(), Content.of(body.getBytes(StandardCharsets.UTF_8)), PutOptions.OVERWRITE);
    placed = begun;
  }

  /** Deletes it. */
  void withdraw() throws IOException {
    store.delete(key());
  }

  /** Whether its owner's time is over. */
  boolean hasExpired() {
    return clock.nanos() - placed > lease.owners().toNanos();
  }

  /** Whether others need not respect it any more. */
  boolean isOutdated() {
    return clock.nanos() - placed > lease.others().toNanos();
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

  /** Whether a key is that of a claim to another object. */
  static boolean isClaim(String key) {
    return CLAIM.matcher(key).matches();
  }

  /**
   * What the keys of claims to an object begin with: a name that Spark, Hive and MapReduce skip
   * when they read a folder.
   */
  static String prefix(String claimed) {
    int name = claimed.lastIndexOf('/') + 1;
    boolean hidden = claimed.startsWith("_", name) || claimed.startsWith(".", name);
    return claimed.substring(0, name) + (hidden ? "" : "_") + claimed.substring(name) + INFIX;
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
    return own.map(time -> sorted(claims, time.minus(lease.others()), settled));
  }

  private Look sorted(List<ObjectInfo> claims, Instant oldest, Set<String> settled) {
    List<String> rivals = new ArrayList<>();
    List<String> outdated = new ArrayList<>();
    for (ObjectInfo claim : claims) {
      if (claim.lastModified().isBefore(oldest) || settled.contains(writer(claim))) {
        outdated.add(claim.key());
      } else if (!claim.key().equals(key())) {
        rivals.add(claim.key());
      }
    }
    return new Look(rivals.stream().min(Comparator.naturalOrder()), List.copyOf(outdated));
  }

  private String writer(ObjectInfo claim) {
    String name = claim.key().substring(prefix(claimed).length());
    return name.split(ROUND, 2)[0];
  }
}
