package io.headwater.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwater.store.Capability;
import io.headwater.store.ListOptions;
import io.headwater.store.ListPage;
import io.headwater.store.MultipartUploads;
import io.headwater.store.ObjectInfo;
import io.headwater.store.ObjectStore;
import io.headwater.store.PutOptions;
import io.headwater.store.content.Content;
import io.headwater.store.exception.OutcomeUnknownException;
import io.headwater.store.exception.StoreAccessException;
import io.headwater.store.memory.MemoryStore;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Writers whose object is written, but whose response is lost, on a store that does not list it.
 */
final class UnansweredPutTest extends ExclusivePutFixture {
  /** A server ends after it has written the object, and before it lists it and responds. */
  private static final class UnlistingStore extends Watching {
    private final Optional<ObjectInfo> before;
    private Optional<ObjectInfo> listed = Optional.empty();
    private final Deque<Exception> failures = new ArrayDeque<>();
    private boolean isLost;

    UnlistingStore(ObjectStore inner, Optional<ObjectInfo> before) {
      super(inner);
      this.before = before;
    }

    @Override
    public ObjectInfo put(String key, Content content, PutOptions options) throws IOException {
      if (key.equals(KEY) && !isLost) {
        isLost = true;
        listed = before;
        super.put(key, content, options);
        throw new OutcomeUnknownException("lost", null);
      }
      if (key.equals(KEY) && !failures.isEmpty()) {
        Exception failure = failures.pop();
        if (failure instanceof IOException lost) {
          throw lost;
        }
        throw new IllegalStateException(failure);
      }
      ObjectInfo written = super.put(key, content, options);
      listed = key.equals(KEY) ? Optional.of(written) : listed;
      return written;
    }

    @Override
    public ListPage list(ListOptions options) throws IOException {
      ListPage page = super.list(options);
      return new ListPage(
          page.objects().stream()
              .flatMap(each -> each.key().equals(KEY) ? listed.stream() : Stream.of(each))
              .toList(),
          page.prefixes(),
          page.next());
    }
  }

  private ObjectStore swift() {
    return new MemoryStore(
        "swift",
        EnumSet.complementOf(EnumSet.of(Capability.ATOMIC_CONDITIONS, Capability.REPLACE_IF_MATCH)),
        MultipartUploads.MINIMUM_PART_LENGTH);
  }

  @Test
  void anObjectWithoutAResponseIsListedAfterItsPut() throws IOException {
    ObjectStore swift = swift();
    ObjectInfo seen = swift.put(KEY, Content.of("before".getBytes()), PutOptions.OVERWRITE);
    UnlistingStore store = new UnlistingStore(swift, Optional.of(seen));
    ExclusivePut.Written written =
        new ExclusivePut(store, Lease.DEFAULT, clock)
            .put(KEY, CONTENT, Optional.of(seen.etag()), "w");
    assertThat(store.list(ListOptions.tree(KEY)).objects())
        .filteredOn(each -> each.key().equals(KEY))
        .extracting(ObjectInfo::etag)
        .containsExactly(written.object().etag());
    assertThat(written.leftovers()).containsExactly(KEY + ".claim.w");
  }

  @Test
  void aClaimStaysAfterASecondRequestThatFails() throws IOException {
    for (Exception failure :
        List.of(
            new OutcomeUnknownException("lost", null),
            new StoreAccessException("403", null),
            new IllegalStateException())) {
      ObjectStore swift = swift();
      ObjectInfo seen = swift.put(KEY, Content.of("before".getBytes()), PutOptions.OVERWRITE);
      UnlistingStore store = new UnlistingStore(swift, Optional.of(seen));
      store.failures.push(failure);
      ExclusivePut.Written written =
          new ExclusivePut(store, Lease.DEFAULT, clock)
              .put(KEY, CONTENT, Optional.of(seen.etag()), "w");
      assertThat(store.listed.map(ObjectInfo::etag)).contains(written.object().etag());
      assertThat(written.leftovers()).isEmpty();
    }
  }

  @Test
  void anObjectThatIsNeverListedIsUnknown() throws IOException {
    ObjectStore swift = swift();
    ObjectInfo seen = swift.put(KEY, Content.of("before".getBytes()), PutOptions.OVERWRITE);
    UnlistingStore store = new UnlistingStore(swift, Optional.of(seen));
    store.failures.addAll(Collections.nCopies(10_000, new StoreAccessException("403", null)));
    assertThatThrownBy(
            () ->
                new ExclusivePut(store, Lease.DEFAULT, clock)
                    .put(KEY, CONTENT, Optional.of(seen.etag()), "w"))
        .isInstanceOf(CommitStateUnknownException.class)
        .hasMessageContaining("was not listed by the store");
    assertThat(swift.head(KEY + ".claim.w").length()).isPositive();
  }

  @Test
  void aCreatedObjectThatIsNotListedIsUnknown() {
    ObjectStore swift = swift();
    assertThatThrownBy(() -> put(new UnlistingStore(swift, Optional.empty()), "w"))
        .isInstanceOf(CommitStateUnknownException.class)
        .hasMessageContaining("was not listed by the store");
    assertThat(Duration.ofNanos(clock.nanos())).isGreaterThan(Lease.DEFAULT.owners());
  }
}
