package io.headwater.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwater.store.ObjectInfo;
import io.headwater.store.ObjectStore;
import io.headwater.store.Operation;
import io.headwater.store.PutOptions;
import io.headwater.store.content.Content;
import io.headwater.store.exception.OutcomeUnknownException;
import io.headwater.store.exception.TransientStoreException;
import io.headwater.store.layers.Fault;
import io.headwater.store.layers.FaultLayer;
import io.headwater.store.layers.FaultPlan;
import io.headwater.store.layers.RetryLayer;
import io.headwater.store.memory.MemoryStore;
import io.headwater.store.retry.RetryPolicy;
import io.headwater.store.retry.RetryReason;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Writers whose requests receive no response. */
final class ExclusivePutResponsesTest extends ExclusivePutFixture {
  private static final RetryPolicy AT_ONCE =
      new RetryPolicy(
          Set.of(RetryReason.TRANSIENT), 10, Duration.ZERO, Duration.ZERO, Duration.ofMinutes(5));

  /** Loses the response to a PUT. Another writer replaces the object before the next request. */
  private ObjectStore overtaken(ObjectStore inner, Optional<String> replaced) {
    return new Watching(inner) {
      @Override
      public ObjectInfo put(String key, Content content, PutOptions options) throws IOException {
        if (!key.equals(KEY)) {
          return super.put(key, content, options);
        }
        String replacedNow =
            replaced.isPresent() ? replaced.get() : super.put(key, content, options).etag();
        memory.put(
            KEY,
            Content.of("other".getBytes()),
            PutOptions.OVERWRITE.withMetadata(
                Map.of("headwater-writer", "other", "headwater-replaced", replacedNow)));
        throw new OutcomeUnknownException("lost", null);
      }
    };
  }

  /** The second PUT is the object's. The first is the claim's. */
  private ObjectStore losing(Fault fault) {
    FaultPlan plan = FaultPlan.exactly(new FaultPlan.Rule(Operation.PUT, 2, fault));
    return new RetryLayer(new FaultLayer(memory, plan), AT_ONCE);
  }

  @Test
  void aClaimIsReleasedIfTheObjectOfTheLostResponseIsThere() throws IOException {
    assertThat(put(losing(Fault.LOSE_RESPONSE), "w").leftovers()).containsExactly(KEY + ".claim.w");
  }

  @Test
  void aClaimIsReleasedIfTheOnlyRequestIsAppliedLate() throws IOException {
    assertThat(put(new LateStore(memory), "w").leftovers()).containsExactly(KEY + ".claim.w");
  }

  /** Loses the response to the object's PUT, and applies it at the second look at the object. */
  private static final class LateStore extends Watching {
    private Optional<Content> late = Optional.empty();
    private PutOptions lateOptions;
    private int looks;

    LateStore(ObjectStore inner) {
      super(inner);
    }

    @Override
    public ObjectInfo put(String key, Content content, PutOptions options) throws IOException {
      if (!key.equals(KEY)) {
        return super.put(key, content, options);
      }
      late = Optional.of(content);
      lateOptions = options;
      throw new OutcomeUnknownException("lost", null);
    }

    @Override
    public ObjectInfo head(String key) throws IOException {
      if (key.equals(KEY) && late.isPresent() && ++looks == 2) {
        super.put(KEY, late.get(), lateOptions);
      }
      return super.head(key);
    }
  }

  @Test
  void aClaimStaysWhileAnEarlierRequestMayBeApplied() throws IOException {
    assertThat(put(losing(Fault.LOSE_REQUEST), "w").leftovers()).isEmpty();
  }

  /** Responds with 503 to every PUT of the object until a moment. */
  private ObjectStore restartingUntil(Duration moment) {
    return new Watching(memory) {
      @Override
      public ObjectInfo put(String key, Content content, PutOptions options) throws IOException {
        if (key.equals(KEY) && clock.nanos() < moment.toNanos()) {
          throw new TransientStoreException("503 Service Unavailable", null);
        }
        return super.put(key, content, options);
      }
    };
  }

  @Test
  void aPutOutlivesARestartOfTheStore() throws IOException {
    put(new RetryLayer(restartingUntil(Duration.ofSeconds(90)), AT_ONCE), "patient");
    assertThat(memory.head(KEY).metadata()).containsEntry("headwater-writer", "patient");
  }

  @Test
  void aPutIsGivenUpWhenItsClaimExpires() {
    ObjectStore gone = new RetryLayer(restartingUntil(Duration.ofHours(1)), AT_ONCE);
    assertThatThrownBy(() -> put(gone, "patient"))
        .isInstanceOf(CommitStateUnknownException.class)
        .hasMessageContaining("was as before");
    assertThat(Duration.ofNanos(clock.nanos()))
        .isBetween(Lease.DEFAULT.owners(), Lease.DEFAULT.owners().plusSeconds(10));
    assertThat(keys()).containsExactly(KEY + ".claim.patient");
  }

  @Test
  void reportsAnUnknownOutcomeAndDeletesNothing() {
    assertThatThrownBy(() -> put(overtaken(memory, Optional.empty()), "lost"))
        .isInstanceOf(CommitStateUnknownException.class)
        .hasMessageContaining("writer lost")
        .hasMessageContaining("writer other")
        .hasMessageContaining("nothing was deleted");
    assertThat(keys()).containsExactly(KEY, KEY + ".claim.lost");
  }

  @Test
  void failsIfAnotherWriterReplacedTheObjectSeenBefore() {
    assertThatThrownBy(() -> put(overtaken(memory, Optional.of("nothing")), "lost"))
        .isInstanceOf(ConcurrentCommitException.class)
        .hasMessageContaining("writer other");
    assertThat(keys()).containsExactly(KEY);
  }

  @Test
  void anObjectThatCannotBeReadAfterwardsIsUnknown() {
    ObjectStore blind =
        new Watching(new MemoryStore("blind")) {
          @Override
          public ObjectInfo put(String key, Content content, PutOptions options)
              throws IOException {
            super.put(key, content, options);
            throw new TransientStoreException("lost", null);
          }

          @Override
          public ObjectInfo head(String key) throws IOException {
            throw new TransientStoreException("down", null);
          }
        };
    assertThatThrownBy(() -> put(blind, "lost"))
        .isInstanceOf(CommitStateUnknownException.class)
        .hasMessageContaining("could not be read");
  }
}
