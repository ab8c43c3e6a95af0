package io.headwater.store.layers;

import io.headwater.store.ObjectStore;
import io.headwater.store.ObjectStoreContract;
import io.headwater.store.memory.MemoryStore;
import io.headwater.store.retry.RetryPolicy;
import io.headwater.store.retry.RetryReason;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Nested;

/**
 * The contract for a store that fails two requests in five, with retries. The failures must not be
 * visible. Conditional writes do not fail here, because a lost response to one must be visible: see
 * {@link RetryLayerTest}.
 */
final class RetriedFaultsContractTest {
  private static final RetryPolicy AT_ONCE =
      new RetryPolicy(
          Set.of(RetryReason.TRANSIENT), 50, Duration.ZERO, Duration.ZERO, Duration.ofMinutes(5));

  private static ObjectStore faulty(long seed) {
    EnumSet<Fault> faults = EnumSet.complementOf(EnumSet.of(Fault.NONE));
    FaultPlan plan = FaultPlan.seeded(seed, 0.4, faults).where(request -> !request.isConditional());
    return new RetryLayer(new FaultLayer(new MemoryStore("faulty"), plan), AT_ONCE);
  }

  @Nested
  final class Seed1 extends ObjectStoreContract {
    @Override
    protected ObjectStore open() {
      return faulty(1);
    }
  }

  @Nested
  final class Seed2 extends ObjectStoreContract {
    @Override
    protected ObjectStore open() {
      return faulty(2);
    }
  }

  @Nested
  final class Seed3 extends ObjectStoreContract {
    @Override
    protected ObjectStore open() {
      return faulty(-3);
    }
  }

  /** Each run has a new seed, which a failure reports. */
  @Nested
  final class FreshSeed extends ObjectStoreContract {
    @Override
    protected ObjectStore open() {
      return faulty(System.nanoTime());
    }
  }
}
