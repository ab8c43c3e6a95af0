package io.headwater.commit;

import io.headwater.store.ObjectInfo;
import io.headwater.store.ObjectStore;
import io.headwater.store.PutOptions;
import io.headwater.store.content.Content;
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
 * A small object next to another one. With it, a writer announces that it is about to replace the
 * other object (protocol/PROTOCOL.md, section 6). Each claimant writes its claim before it lists
 * the claims. Of two claimants, at least one therefore sees the other's claim.
 */
final class Claim {
  private static final String INFIX = ".claim.";

  /** Separates a writer's id, which never contains it, from the number of its claim. */
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
   * @param claimed the key of the object to replace
   * @param id the writer's id
   * @param round the number of this claim of the writer. Each claim has a different name, so that a
   *     slow delete does not delete a new claim.
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
   * The other claims.
   *
   * @param rival the key of the valid claim with the smallest id
   * @param outdated the keys of the claims that are no longer valid
   */
  record Look(Optional<String> rival, List<String> outdated) {}

  /** Whether a rival takes precedence. */
  boolean givesWayTo(Look look) {
    return look.rival().filter(rival -> rival.compareTo(key()) < 0).isPresent();
  }

  String key() {
    return key;
  }

  /** Writes the claim, or renews it. */
  void place() throws IOException {
    long begun = clock.nanos();
    String body = "{\"writer\": \"" + id + "\"}\n";
    store.put(key(), Content.of(body.getBytes(StandardCharsets.UTF_8)), PutOptions.OVERWRITE);
    placed = begun;
  }

  /** Deletes the claim. */
  void withdraw() throws IOException {
    store.delete(key());
  }

  /** Whether its owner's time is over. */
  boolean hasExpired() {
    return clock.nanos() - placed > lease.owners().toNanos();
  }

  /** Whether other writers may ignore it. */
  boolean isOutdated() {
    return clock.nanos() - placed > lease.others().toNanos();
  }

  /**
   * Content that can be read only while the claim is valid. Each attempt of a request opens it
   * again.
   */
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

  /** Whether a key is the key of a claim to another object. */
  static boolean isClaim(String key) {
    return CLAIM.matcher(key).matches();
  }

  /**
   * The key prefix of claims to an object. Spark, Hive and MapReduce skip such names when they read
   * a folder.
   */
  static String prefix(String claimed) {
    int name = claimed.lastIndexOf('/') + 1;
    boolean hidden = claimed.startsWith("_", name) || claimed.startsWith(".", name);
    return claimed.substring(0, name) + (hidden ? "" : "_") + claimed.substring(name) + INFIX;
  }

  /**
   * The claims in a listing, or empty if this claim is missing, because the listing is stale.
   *
   * @param settled ids of writers whose claims are ignored
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
