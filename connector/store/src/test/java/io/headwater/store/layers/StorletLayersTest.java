package io.headwater.store.layers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwater.store.ObjectStore;
import io.headwater.store.Operation;
import io.headwater.store.StorletContract;
import io.headwater.store.exception.ThrottledException;
import io.headwater.store.exception.TransientStoreException;
import io.headwater.store.memory.MemoryStore;
import io.headwater.store.retry.RetryPolicy;
import io.headwater.store.retry.RetryReason;
import io.headwater.store.storlet.Frames;
import io.headwater.store.storlet.StorletAnswer;
import io.headwater.store.storlet.StorletCall;
import io.headwater.store.storlet.StorletRefusedException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Layers around a store with scripted responses. */
final class StorletLayersTest {
  private static final StorletCall CALL = StorletContract.call("grep");

  private static final RetryPolicy RETRIES =
      new RetryPolicy(
          Set.of(RetryReason.TRANSIENT), 3, Duration.ZERO, Duration.ZERO, Duration.ofMinutes(1));

  /** One of the scripted responses, in order. */
  @FunctionalInterface
  interface Next {
    StorletAnswer answer() throws IOException;
  }

  /** A store in memory whose storlets return these responses. */
  static final class Scripted extends Layer {
    private final Deque<Next> answers;

    Scripted(Next... answers) {
      super(new MemoryStore("scripted"));
      this.answers = new ArrayDeque<>(List.of(answers));
    }

    @Override
    protected <T> T around(Request request, Call<T> call) throws IOException {
      return call.send();
    }

    @Override
    public StorletAnswer run(String key, StorletCall call) throws IOException {
      return answers.remove().answer();
    }
  }

  private static StorletAnswer refused(String reason) throws IOException {
    throw new StorletRefusedException("503", reason, Optional.of(Duration.ofSeconds(1)), null);
  }

  private static StorletAnswer throttled() throws IOException {
    throw new ThrottledException("503 SlowDown", null);
  }

  private static String text(ObjectStore store) throws IOException {
    try (StorletAnswer answer = store.run("a", CALL)) {
      return new String(answer.stream().readAllBytes());
    }
  }

  @Test
  void whatBrokeBeforeTheFirstByteIsSentAgain() throws IOException {
    Next broken = () -> new Frames().add('D', "").answer();
    MeterLayer meter =
        new MeterLayer(
            new Scripted(StorletLayersTest::throttled, broken, () -> Frames.whole("abc")));
    assertThat(text(new RetryLayer(meter, RETRIES))).isEqualTo("abc");
    assertThat(meter.snapshot().requests(Operation.STORLET)).isEqualTo(3);
    assertThat(meter.snapshot().failures(Operation.STORLET)).isEqualTo(2);
    assertThat(meter.snapshot().bytesReceived()).isEqualTo(3);
  }

  @Test
  void reportsARefusalAtOnce() {
    for (String reason : List.of("busy", "engine")) {
      MeterLayer meter =
          new MeterLayer(new Scripted(() -> refused(reason), () -> Frames.whole("abc")));
      assertThatThrownBy(() -> text(new RetryLayer(meter, RETRIES)))
          .isInstanceOfSatisfying(
              StorletRefusedException.class,
              e -> {
                assertThat(e.reason()).isEqualTo(reason);
                assertThat(e.retryAfter()).contains(Duration.ofSeconds(1));
              });
      assertThat(meter.snapshot().requests(Operation.STORLET)).isEqualTo(1);
    }
  }

  @Test
  void anInjectedCutBreaksTheAnswerMidway() throws IOException {
    FaultPlan plan = FaultPlan.exactly(new FaultPlan.Rule(Operation.STORLET, 1, Fault.CUT_BODY));
    FaultLayer store = new FaultLayer(new Scripted(() -> Frames.whole("abc")), plan);
    try (StorletAnswer answer = new ThrottleLayer(store, 1).run("a", CALL)) {
      assertThat(answer.stream().read()).isEqualTo('a');
      assertThatThrownBy(() -> answer.stream().read())
          .isInstanceOf(TransientStoreException.class)
          .hasMessageContaining("injected CUT_BODY");
      assertThat(answer.counts()).isEmpty();
    }
  }
}
