package io.headwater.store.layers;

import io.headwater.store.MultipartUploads;
import io.headwater.store.ObjectStore;
import io.headwater.store.ObjectStoreContract;
import io.headwater.store.memory.MemoryStore;
import io.headwater.store.retry.RetryPolicy;
import java.util.Set;
import org.junit.jupiter.api.Nested;

/** The contract for each layer around a memory store. */
final class LayerContractTest {
  private static MemoryStore memory() {
    return new MemoryStore("layered");
  }

  @Nested
  final class Retry extends ObjectStoreContract {
    @Override
    protected ObjectStore open() {
      return new RetryLayer(memory(), RetryPolicy.REQUEST);
    }
  }

  @Nested
  final class Throttle extends ObjectStoreContract {
    @Override
    protected ObjectStore open() {
      return new ThrottleLayer(memory(), 2);
    }
  }

  @Nested
  final class Assembled extends ObjectStoreContract {
    @Override
    protected ObjectStore open() {
      return StoreLayers.around(memory(), new CountedAttempts(), 2, RetryPolicy.REQUEST).requests();
    }
  }

  @Nested
  final class Meter extends ObjectStoreContract {
    @Override
    protected ObjectStore open() {
      return new MeterLayer(memory());
    }
  }

  @Nested
  final class NoFaults extends ObjectStoreContract {
    @Override
    protected ObjectStore open() {
      return new FaultLayer(memory(), FaultPlan.none());
    }
  }

  @Nested
  final class FreshListings extends ObjectStoreContract {
    @Override
    protected ObjectStore open() {
      return new StaleListLayer(memory());
    }
  }

  @Nested
  final class EveryLayerAroundNothingDeclared extends ObjectStoreContract {
    @Override
    protected ObjectStore open() {
      ObjectStore plain = new MemoryStore("plain", Set.of(), MultipartUploads.MINIMUM_PART_LENGTH);
      ObjectStore metered = new MeterLayer(new ThrottleLayer(plain, 2));
      return new RetryLayer(metered, RetryPolicy.REQUEST);
    }
  }
}
