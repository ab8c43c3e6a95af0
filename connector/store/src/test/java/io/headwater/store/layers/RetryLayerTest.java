package io.headwater.store.layers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwater.store.GetOptions;
import io.headwater.store.ObjectBody;
import io.headwater.store.ObjectStore;
import io.headwater.store.Operation;
import io.headwater.store.PutOptions;
import io.headwater.store.content.Content;
import io.headwater.store.exception.ObjectNotFoundException;
import io.headwater.store.exception.OutcomeUnknownException;
import io.headwater.store.exception.PreconditionFailedException;
import io.headwater.store.exception.StoreUnreachableException;
import io.headwater.store.exception.ThrottledException;
import io.headwater.store.exception.TransientStoreException;
import io.headwater.store.memory.MemoryStore;
import io.headwater.store.retry.RetryPolicy;
import io.headwater.store.retry.RetryReason;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

final class RetryLayerTest {
  private static final Content HELLO = Content.of("hello".getBytes());

  private final MemoryStore memory = new MemoryStore("retried");

  private RetryLayer retrying(FaultPlan.Rule... rules) {
    return around(new FaultLayer(memory, FaultPlan.exactly(rules)), 3);
  }

  private static RetryLayer around(ObjectStore inner, int attempts) {
    return new RetryLayer(
        inner,
        new RetryPolicy(
            Set.of(RetryReason.TRANSIENT),
            attempts,
            Duration.ZERO,
            Duration.ZERO,
            Duration.ofMinutes(1)));
  }

  private static FaultPlan.Rule rule(Operation operation, long nth, Fault fault) {
    return new FaultPlan.Rule(operation, nth, fault);
  }

  private static FaultPlan.Rule[] always(Operation operation, Fault fault) {
    return LongStream.rangeClosed(1, 100)
        .mapToObj(nth -> rule(operation, nth, fault))
        .toArray(FaultPlan.Rule[]::new);
  }

  @Test
  void untilTheTimeIsOverTriesAreNotCounted() throws IOException {
    RetryPolicy settings =
        new RetryPolicy(
            Set.of(RetryReason.TRANSIENT), 1, Duration.ZERO, Duration.ZERO, Duration.ofMinutes(5));
    memory.put("key", HELLO, PutOptions.OVERWRITE);
    FaultPlan faults = FaultPlan.exactly(always(Operation.HEAD, Fault.LOSE_REQUEST));
    RetryLayer layer =
        new RetryLayer(
            new FaultLayer(memory, faults), settings.withAttempts(RetryPolicy.UNLIMITED));
    assertThat(layer.head("key").length()).isEqualTo(5);
  }

  @Test
  void sendsAgainUntilItIsAnswered() throws IOException {
    MeterLayer meter =
        new MeterLayer(
            new FaultLayer(
                memory,
                FaultPlan.exactly(
                    rule(Operation.PUT, 1, Fault.LOSE_REQUEST),
                    rule(Operation.PUT, 2, Fault.LOSE_RESPONSE))));
    around(meter, 3).put("a", HELLO, PutOptions.OVERWRITE);
    assertThat(meter.snapshot().requests(Operation.PUT)).isEqualTo(3);
    assertThat(meter.snapshot().failures(Operation.PUT)).isEqualTo(2);
    assertThat(memory.head("a").length()).isEqualTo(5);
  }

  @Test
  void doesNotSendAgainWhatWasAnswered() {
    MeterLayer meter = new MeterLayer(memory);
    assertThatThrownBy(() -> around(meter, 3).head("none"))
        .isInstanceOf(ObjectNotFoundException.class);
    assertThat(meter.snapshot().requests(Operation.HEAD)).isEqualTo(1);
  }

  @Test
  void reportsTheLastFailureAndTheTries() {
    assertThatThrownBy(() -> retrying(always(Operation.HEAD, Fault.LOSE_REQUEST)).head("a"))
        .isExactlyInstanceOf(TransientStoreException.class)
        .hasMessageContaining("injected LOSE_REQUEST")
        .hasMessageContaining("gave up after 3 tries")
        .hasCauseExactlyInstanceOf(TransientStoreException.class);
    assertThatThrownBy(() -> retrying(always(Operation.HEAD, Fault.THROTTLE)).head("a"))
        .isExactlyInstanceOf(ThrottledException.class)
        .hasMessageContaining("gave up after 3 tries");
  }

  @Test
  void reportsAnUnknownOutcomeIfOneTryMayHaveBeenApplied() {
    RetryLayer store =
        retrying(
            rule(Operation.PUT, 1, Fault.LOSE_RESPONSE),
            rule(Operation.PUT, 2, Fault.THROTTLE),
            rule(Operation.PUT, 3, Fault.THROTTLE));
    assertThatThrownBy(() -> store.put("a", HELLO, PutOptions.OVERWRITE))
        .isExactlyInstanceOf(TransientStoreException.class)
        .hasCauseInstanceOf(ThrottledException.class);
  }

  @Test
  void endsWhenTheTimeIsOver() {
    MeterLayer meter =
        new MeterLayer(
            new FaultLayer(memory, FaultPlan.exactly(always(Operation.HEAD, Fault.THROTTLE))));
    RetryPolicy brief =
        new RetryPolicy(
            Set.of(RetryReason.TRANSIENT), 100, Duration.ZERO, Duration.ZERO, Duration.ofNanos(1));
    assertThatThrownBy(() -> new RetryLayer(meter, brief).head("a"))
        .isInstanceOf(ThrottledException.class)
        .hasMessageContaining("gave up after 1 tries");
    assertThat(meter.snapshot().requests(Operation.HEAD)).isEqualTo(1);
  }

  @Test
  void drawsEachWaitUpToABoundThatDoubles() {
    List<Long> bounds = new ArrayList<>();
    RetryPolicy settings =
        new RetryPolicy(
            Set.of(RetryReason.TRANSIENT),
            6,
            Duration.ofMillis(100),
            Duration.ofMillis(500),
            Duration.ofMinutes(1));
    RetryLayer store =
        new RetryLayer(
            new FaultLayer(memory, FaultPlan.exactly(always(Operation.HEAD, Fault.THROTTLE))),
            settings,
            bound -> {
              bounds.add(Duration.ofNanos(bound).toMillis());
              return 0;
            });
    assertThatThrownBy(() -> store.head("a")).isInstanceOf(ThrottledException.class);
    assertThat(bounds.subList(0, 5)).containsExactly(100L, 200L, 400L, 500L, 500L);
  }

  @Test
  void doesNotTakeItsOwnWriteForAnothersWhenAResponseWasLost() throws IOException {
    RetryLayer store = retrying(rule(Operation.PUT, 1, Fault.LOSE_RESPONSE));
    assertThatThrownBy(() -> store.put("a", HELLO, PutOptions.CREATE_IF_ABSENT))
        .isInstanceOf(OutcomeUnknownException.class)
        .hasCauseInstanceOf(PreconditionFailedException.class)
        .satisfies(
            unknown ->
                assertThat(unknown.getSuppressed())
                    .hasExactlyElementsOfTypes(TransientStoreException.class));
    assertThat(memory.head("a").length()).isEqualTo(5);
  }

  @Test
  void createsWhenTheFirstTryNeverArrived() throws IOException {
    RetryLayer store = retrying(rule(Operation.PUT, 1, Fault.LOSE_REQUEST));
    store.put("a", HELLO, PutOptions.CREATE_IF_ABSENT);
    assertThat(memory.head("a").length()).isEqualTo(5);
  }

  @Test
  void reportsARefusalIfNoEarlierTryCanHaveBeenApplied() throws IOException {
    memory.put("a", HELLO, PutOptions.OVERWRITE);
    RetryLayer store = retrying(rule(Operation.PUT, 1, Fault.THROTTLE));
    assertThatThrownBy(() -> store.put("a", HELLO, PutOptions.CREATE_IF_ABSENT))
        .isInstanceOf(PreconditionFailedException.class);
    Layer unreachableOnce = failingOnce(new StoreUnreachableException("refused", null));
    assertThatThrownBy(
            () -> around(unreachableOnce, 3).put("a", HELLO, PutOptions.CREATE_IF_ABSENT))
        .isInstanceOf(PreconditionFailedException.class);
  }

  @Test
  void leavesABodyThatBreaksToItsReader() throws IOException {
    memory.put("a", HELLO, PutOptions.OVERWRITE);
    try (ObjectBody body =
        retrying(rule(Operation.GET, 1, Fault.CUT_BODY)).get("a", GetOptions.WHOLE)) {
      assertThat(body.stream().readNBytes(2)).asString().isEqualTo("he");
      assertThatThrownBy(() -> body.stream().read()).isInstanceOf(TransientStoreException.class);
    }
  }

  @Test
  void stopsWaitingWhenInterrupted() {
    RetryPolicy patient =
        new RetryPolicy(
            Set.of(RetryReason.TRANSIENT),
            3,
            Duration.ofHours(1),
            Duration.ofHours(1),
            Duration.ofHours(9));
    RetryLayer store =
        new RetryLayer(
            new FaultLayer(memory, FaultPlan.exactly(always(Operation.HEAD, Fault.THROTTLE))),
            patient,
            bound -> bound);
    Thread.currentThread().interrupt();
    try {
      assertThatThrownBy(() -> store.head("a")).isInstanceOf(InterruptedIOException.class);
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  @Test
  void doesNotSendAgainWhatWasInterrupted() {
    MeterLayer meter = new MeterLayer(failingOnce(new InterruptedIOException("stop")));
    assertThatThrownBy(() -> around(meter, 3).head("a"))
        .isInstanceOf(InterruptedIOException.class)
        .hasMessage("stop");
    assertThat(meter.snapshot().requests(Operation.HEAD)).isEqualTo(1);
  }

  private Layer failingOnce(IOException failure) {
    return new Layer(memory) {
      private boolean failed;

      @Override
      protected <T> T around(Request request, Call<T> call) throws IOException {
        if (!failed) {
          failed = true;
          throw failure;
        }
        return call.send();
      }
    };
  }
}
