package io.headwater.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwater.store.ListOptions;
import io.headwater.store.ObjectInfo;
import io.headwater.store.PutOptions;
import io.headwater.store.concurrent.SimultaneousCalls;
import io.headwater.store.content.Content;
import io.headwater.store.layers.StaleListLayer;
import io.headwater.store.memory.MemoryStore;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Locks by claims. */
final class ClaimLockTest {
  private static final String KEY = "d/v2.json.lock";
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final MemoryStore memory = new MemoryStore("bucket");

  private Optional<ClaimLock> acquire(Lease lease, Duration patience) throws IOException {
    return ClaimLock.acquire(memory, KEY, lease, patience);
  }

  private List<String> keys() {
    return memory.list(ListOptions.tree("")).objects().stream().map(ObjectInfo::key).toList();
  }

  @Test
  void isHeldByOneOfManyAtATime() throws Exception {
    AtomicInteger owners = new AtomicInteger();
    List<Integer> alone =
        SimultaneousCalls.accepted(
            6,
            number -> {
              ClaimLock lock = acquire(Lease.DEFAULT, PATIENCE).orElseThrow();
              boolean isAlone = owners.incrementAndGet() == 1;
              owners.decrementAndGet();
              return lock.release() && isAlone;
            });
    assertThat(alone).hasSize(6);
    assertThat(keys()).isEmpty();
  }

  @Test
  void whoWaitsInVainLeavesNothing() throws IOException {
    ClaimLock lock = acquire(Lease.DEFAULT, PATIENCE).orElseThrow();
    List<String> held = keys();
    assertThat(acquire(Lease.DEFAULT, Duration.ZERO)).isEmpty();
    assertThat(keys()).isEqualTo(held);
    assertThat(lock.release()).isTrue();
  }

  @Test
  void aListingThatDoesNotShowTheOwnClaimIsNotTrusted() throws IOException {
    TestClock clock = new TestClock();
    StaleListLayer lagging = new StaleListLayer(memory);
    lagging.freeze();
    assertThatThrownBy(
            () -> ClaimLock.acquire(lagging, clock, KEY, Lease.DEFAULT, Duration.ofMillis(200)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("listing")
        .hasMessageContaining(KEY);
    assertThat(keys()).isEmpty();
    clock.meanwhile(lagging::thaw);
    lagging.freeze();
    assertThat(ClaimLock.acquire(lagging, clock, KEY, Lease.DEFAULT, Duration.ZERO)).isPresent();
  }

  @Test
  void theLockOfADeadOwnerExpires() throws IOException {
    memory.put("d/_v2.json.lock.claim.0-dead", Content.empty(), PutOptions.OVERWRITE);
    ClaimLock lock = acquire(new Lease(Duration.ofMillis(300)), PATIENCE).orElseThrow();
    lock.release();
    assertThat(keys()).isEmpty();
  }
}
