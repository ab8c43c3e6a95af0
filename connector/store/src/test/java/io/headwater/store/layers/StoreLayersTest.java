package io.headwater.store.layers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwater.store.Operation;
import io.headwater.store.PutOptions;
import io.headwater.store.content.Content;
import io.headwater.store.exception.ThrottledException;
import io.headwater.store.memory.MemoryStore;
import io.headwater.store.retry.RetryPolicy;
import io.headwater.store.retry.RetryReason;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The order of the layers, seen in what each of them counts. */
final class StoreLayersTest {
  private static final Content HELLO = Content.of("hello".getBytes());
  private static final RetryPolicy TWICE =
      new RetryPolicy(
          Set.of(RetryReason.TRANSIENT), 2, Duration.ZERO, Duration.ZERO, Duration.ofMinutes(1));

  private final MemoryStore memory = new MemoryStore("layered");
  private final CountedAttempts counts = new CountedAttempts();

  private StoreLayers layers(int throttledPuts) {
    FaultPlan.Rule[] rules = new FaultPlan.Rule[throttledPuts];
    for (int i = 0; i < throttledPuts; i++) {
      rules[i] = new FaultPlan.Rule(Operation.PUT, i + 1, Fault.THROTTLE);
    }
    return StoreLayers.around(new FaultLayer(memory, FaultPlan.exactly(rules)), counts, 1, TWICE);
  }

  @Test
  void anAttemptIsCountedEachTimeAndAMutationOnce() throws IOException {
    StoreLayers layers = layers(1);
    layers.requests().put("a", HELLO, PutOptions.OVERWRITE);
    assertThat(counts.events())
        .containsExactly("attempt PUT", "throttled", "failure PUT", "attempt PUT", "success 5");
    assertThat(layers.mutations().getAsLong()).isEqualTo(1);
  }

  @Test
  void aCommitIsRetriedForLonger() throws IOException {
    StoreLayers layers = layers(5);
    assertThatThrownBy(() -> layers.requests().put("a", HELLO, PutOptions.OVERWRITE))
        .isInstanceOf(ThrottledException.class);
    layers.commits().put("b", HELLO, PutOptions.OVERWRITE);
    assertThat(counts.events()).filteredOn("attempt PUT"::equals).hasSize(6);
    assertThat(memory.head("b").length()).isEqualTo(5);
  }

  @Test
  void mutationsOfBothAreCountedTogether() throws IOException {
    StoreLayers layers = layers(0);
    layers.requests().put("a", HELLO, PutOptions.OVERWRITE);
    layers.commits().delete("a");
    layers.commits().uploads().create("a", PutOptions.OVERWRITE);
    assertThat(layers.mutations().getAsLong()).isEqualTo(2);
  }
}
