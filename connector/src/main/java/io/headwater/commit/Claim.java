package io.headwater.commit;

import io.headwater.store.Content;
import io.headwater.store.ListOptions;
import io.headwater.store.ListPage;
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

/**
 * A small object beside another one by which a writer tells the others that it is about to replace
 * it; protocol/PROTOCOL.md, section 6. Of two claimants at least one sees the other's claim, since
 * each writes its own before it looks.
 */
final class Claim {
  private static final String INFIX = ".claim.";

  private final ObjectStore store;
  private final MonotonicClock clock;
  private final Lease lease;
  private final String claimed;
  private final String id;
  private long placed;

  /**
   * @param claimed the key of the object that is to be replaced
   * @param id the writer's, or one that begins with it if it claims again
   */
  Claim(ObjectStore store, MonotonicClock clock, Lease lease, String claimed, String id) {
    this.store = store;
    this.clock = clock;
    this.lease = lease;
    this.claimed = claimed;
    this.id = id;
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
    return clock.nanos() - placed > lease.owners().toNanos();
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

  /** The claims that stand; empty if this one is not among them, because the listing lags. */
  Optional<Look> look() throws IOException {
    List<ObjectInfo> claims = list();
    Optional<Instant> own =
        claims.stream()
            .filter(claim -> claim.key().equals(key()))
            .map(ObjectInfo::lastModified)
            .findFirst();
    return own.map(time -> sorted(claims, time.minus(lease.others())));
  }

  private Look sorted(List<ObjectInfo> claims, Instant oldest) {
    List<String> rivals = new ArrayList<>();
    List<String> outdated = new ArrayList<>();
    for (ObjectInfo claim : claims) {
      if (claim.lastModified().isBefore(oldest)) {
        outdated.add(claim.key());
      } else if (!claim.key().equals(key())) {
        rivals.add(claim.key());
      }
    }
    return new Look(rivals.stream().min(Comparator.naturalOrder()), List.copyOf(outdated));
  }

  private List<ObjectInfo> list() throws IOException {
    List<ObjectInfo> claims = new ArrayList<>();
    Optional<ListOptions> next = Optional.of(ListOptions.children(claimed + INFIX));
    while (next.isPresent()) {
      ListOptions options = next.get();
      ListPage page = store.list(options);
      claims.addAll(page.objects());
      next = page.next().map(options::after);
    }
    return claims;
  }
}
