package io.headwater.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwater.store.ListOptions;
import io.headwater.store.ListPage;
import io.headwater.store.Listings;
import io.headwater.store.ObjectInfo;
import io.headwater.store.ObjectStore;
import io.headwater.store.PutOptions;
import io.headwater.store.content.Content;
import io.headwater.store.exception.TransientStoreException;
import io.headwater.store.layers.RetryLayer;
import io.headwater.store.layers.StaleListLayer;
import io.headwater.store.retry.RetryPolicy;
import io.headwater.store.retry.RetryReason;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Claims that expire, and concurrent writers. */
final class ExclusivePutTimesTest extends ExclusivePutFixture {
  private void claim(String id) throws IOException {
    memory.put(KEY + ".claim." + id, Content.empty(), PutOptions.OVERWRITE);
  }

  /** Shows the claim of one writer with an earlier time. */
  private ObjectStore withClaimOf(String id, Duration earlier) throws IOException {
    claim(id);
    return new Watching(memory) {
      @Override
      public ListPage list(ListOptions options) throws IOException {
        ListPage page = super.list(options);
        return new ListPage(
            page.objects().stream().map(this::aged).toList(), page.prefixes(), page.next());
      }

      private ObjectInfo aged(ObjectInfo object) {
        return object.key().endsWith(".claim." + id)
            ? new ObjectInfo(
                object.key(),
                object.length(),
                object.etag(),
                object.lastModified().minus(earlier),
                Map.of())
            : object;
      }
    };
  }

  @Test
  void aClaimOfADeadWriterCountsNoMoreAfterFiveMinutes() throws IOException {
    ObjectStore store = withClaimOf("dead", Duration.ofMinutes(5).plusSeconds(1));
    assertThat(put(store, "later").leftovers())
        .containsExactly(KEY + ".claim.dead", KEY + ".claim.later");
  }

  @Test
  void aWriterGivesWayUntilTheOtherHasWritten() throws IOException {
    claim("first");
    clock.meanwhile(() -> writeAs("first"));
    assertThatThrownBy(() -> put(memory, "later"))
        .isInstanceOf(ConcurrentCommitException.class)
        .hasMessageContaining("writer first");
    assertThat(keys()).containsExactly(KEY);
  }

  @Test
  void aWriterGivesWayToOneThatDiedUntilItsLeaseIsOver() throws IOException {
    ObjectStore store = withClaimOf("dead", Duration.ZERO);
    clock.meanwhile(() -> assertThat(keys()).containsExactly(KEY + ".claim.dead"));
    ObjectStore inFiveMinutes = withClaimOf("dead", Duration.ofMinutes(6));
    ObjectStore later =
        new Watching(store) {
          @Override
          public ListPage list(ListOptions options) throws IOException {
            boolean over = clock.nanos() > Duration.ofMinutes(5).toNanos();
            return over ? inFiveMinutes.list(options) : super.list(options);
          }
        };
    assertThat(put(later, "later").leftovers())
        .containsExactly(KEY + ".claim.dead", KEY + ".claim.later~2");
    assertThat(Duration.ofNanos(clock.nanos()))
        .isBetween(Duration.ofMinutes(5), Duration.ofMinutes(6));
  }

  private void writeAs(String id) {
    try {
      memory.put(KEY, CONTENT, PutOptions.OVERWRITE.withMetadata(Map.of("headwater-writer", id)));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    memory.delete(KEY + ".claim." + id);
  }

  @Test
  void theFirstWaitsForAnotherThatGivesUp() throws IOException {
    claim("zzz");
    clock.meanwhile(() -> memory.delete(KEY + ".claim.zzz"));
    assertThat(put(memory, "first").leftovers()).containsExactly(KEY + ".claim.first");
  }

  @Test
  void reportsTheConflictIfTheRivalWritesToo() throws IOException {
    claim("zzz");
    clock.meanwhile(() -> writeAs("zzz"));
    assertThatThrownBy(() -> put(memory, "first"))
        .isInstanceOf(ConcurrentCommitException.class)
        .hasMessageContaining("writer zzz");
    assertThat(keys()).containsExactly(KEY);
  }

  @Test
  void reportsAPartThatAlwaysConflicts() throws IOException {
    claim("zzz");
    assertThatThrownBy(() -> put(memory, "first"))
        .isInstanceOf(ConcurrentCommitException.class)
        .hasMessageContaining("other writers claimed it for PT10M");
    assertThat(keys()).containsExactly(KEY + ".claim.zzz");
  }

  /** Takes longer than an owner's time for its first listings. */
  private ObjectStore withSlowListings(int count) {
    AtomicInteger listings = new AtomicInteger();
    return new Watching(memory) {
      @Override
      public ListPage list(ListOptions options) throws IOException {
        if (listings.incrementAndGet() <= count) {
          clock.pass(Duration.ofSeconds(121));
        }
        return super.list(options);
      }
    };
  }

  @Test
  void anOwnerWhoseClaimExpiredClaimsAgainInsteadOfPutting() throws IOException {
    assertThat(put(withSlowListings(2), "slow").leftovers()).containsExactly(KEY + ".claim.slow~3");
  }

  @Test
  void anOwnerThatIsAlwaysTooSlowNeverPuts() {
    assertThatThrownBy(() -> put(withSlowListings(1000), "slow"))
        .isInstanceOf(ConcurrentCommitException.class);
    assertThat(keys()).isEmpty();
  }

  /** Its first attempt may still be applied, so the claim continues to exclude others. */
  @Test
  void aPutIsNotSentAgainOnceTheClaimExpired() {
    ObjectStore slow =
        new Watching(memory) {
          @Override
          public ObjectInfo put(String key, Content content, PutOptions options)
              throws IOException {
            if (!key.equals(KEY)) {
              return super.put(key, content, options);
            }
            content.open().close();
            clock.pass(Duration.ofSeconds(121));
            throw new TransientStoreException("no response", null);
          }
        };
    RetryPolicy twice =
        new RetryPolicy(
            Set.of(RetryReason.TRANSIENT), 2, Duration.ZERO, Duration.ZERO, Duration.ofMinutes(5));
    assertThatThrownBy(() -> put(new RetryLayer(slow, twice), "slow"))
        .isInstanceOf(CommitStateUnknownException.class)
        .hasMessageContaining("was as before");
    assertThat(keys()).containsExactly("d/_SUCCESS.claim.slow");
  }

  @Test
  void aListingThatDoesNotShowTheOwnClaimIsNotTrusted() throws IOException {
    StaleListLayer lagging = new StaleListLayer(memory);
    lagging.freeze();
    assertThatThrownBy(() -> put(lagging, "unseen"))
        .isInstanceOf(ConcurrentCommitException.class)
        .hasMessageContaining("listing");
    assertThat(keys()).isEmpty();
    clock.meanwhile(lagging::thaw);
    lagging.freeze();
    put(lagging, "seen");
    assertThat(memory.head(KEY).metadata()).containsEntry("headwater-writer", "seen");
  }

  /** Takes the object's version from a listing that a test controls. */
  private ExclusivePut.Draft byListing(AtomicReference<String> listed) {
    return new ExclusivePut.Draft() {
      @Override
      public ExclusivePut.Look look() throws IOException {
        List<ObjectInfo> objects = Listings.objects(memory, ListOptions.tree(""));
        return new ExclusivePut.Look(Optional.of(listed.get()), objects, Set.of());
      }

      @Override
      public Content content() {
        return CONTENT;
      }
    };
  }

  private void replace(AtomicReference<String> listed, String seen) throws IOException {
    new ExclusivePut(memory, Lease.DEFAULT, clock)
        .put(KEY, byListing(listed), Optional.of(seen), "next");
  }

  @Test
  void aWriterWaitsUntilTheListingShowsTheVersionThatItSaw() throws IOException {
    String seen = memory.put(KEY, Content.of("before".getBytes()), PutOptions.OVERWRITE).etag();
    AtomicReference<String> listed = new AtomicReference<>("older");
    clock.meanwhile(() -> listed.set(seen));
    replace(listed, seen);
    assertThat(memory.head(KEY).metadata()).containsEntry("headwater-writer", "next");
  }

  @Test
  void aListingThatNeverShowsTheVersionIsNotTrusted() throws IOException {
    String seen = memory.put(KEY, Content.of("before".getBytes()), PutOptions.OVERWRITE).etag();
    assertThatThrownBy(() -> replace(new AtomicReference<>("older"), seen))
        .isInstanceOf(ConcurrentCommitException.class)
        .hasMessageContaining("out of date for PT2M");
    assertThat(memory.head(KEY).etag()).isEqualTo(seen);
    assertThat(keys()).containsExactly(KEY);
  }
}
