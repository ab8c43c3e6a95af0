package io.headwater.store.retry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwater.store.exception.ObjectNotFoundException;
import io.headwater.store.exception.OutcomeUnknownException;
import io.headwater.store.exception.PreconditionFailedException;
import io.headwater.store.exception.StoreAccessException;
import io.headwater.store.exception.StoreUnreachableException;
import io.headwater.store.exception.ThrottledException;
import io.headwater.store.exception.TransientStoreException;
import io.headwater.store.storlet.StorletRefusedException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class RetryPolicyTest {
  @Test
  void pausesDoubleUpToTheLongest() {
    assertThat(IntStream.of(1, 2, 3, 7, 8, 9, 1000).mapToObj(RetryPolicy.CLAIM_CHECK::pause))
        .containsExactly(
            Duration.ofMillis(50),
            Duration.ofMillis(100),
            Duration.ofMillis(200),
            Duration.ofMillis(3200),
            Duration.ofSeconds(5),
            Duration.ofSeconds(5),
            Duration.ofSeconds(5));
    assertThat(RetryPolicy.BODY.pause(3)).isZero();
  }

  @Test
  void permitsAsManyAttemptsAsItHas() {
    assertThat(IntStream.rangeClosed(1, 5).filter(RetryPolicy.BODY::permits))
        .containsExactly(1, 2, 3);
    assertThat(RetryPolicy.COMMIT.permits(1_000_000)).isTrue();
  }

  @Test
  void aFailureHasOneReason() {
    assertThat(
            List.of(
                RetryReason.of(new TransientStoreException("", null)),
                RetryReason.of(new ThrottledException("", null)),
                RetryReason.of(new StoreUnreachableException("", null)),
                RetryReason.of(refused("busy")),
                RetryReason.of(refused("engine"))))
        .containsExactly(
            RetryReason.TRANSIENT,
            RetryReason.TRANSIENT,
            RetryReason.TRANSIENT,
            RetryReason.BUSY,
            RetryReason.BUSY);
    assertThat(RetryReason.of(new OutcomeUnknownException("", null))).isEqualTo(RetryReason.LOST);
    assertThat(RetryReason.of(new ObjectNotFoundException("", null)))
        .isEqualTo(RetryReason.CHANGED);
    assertThat(RetryReason.of(new PreconditionFailedException("", null)))
        .isEqualTo(RetryReason.CHANGED);
    assertThat(RetryReason.of(new StoreAccessException("", null))).isEqualTo(RetryReason.NONE);
    assertThat(RetryReason.of(refused("policy"))).isEqualTo(RetryReason.NONE);
    assertThat(RetryReason.of(new IOException("unreadable"))).isEqualTo(RetryReason.NONE);
  }

  private static StorletRefusedException refused(String reason) {
    return new StorletRefusedException("", reason, Optional.empty(), null);
  }

  @Test
  void aPolicyRepeatsForItsReasonsOnly() {
    assertThat(RetryPolicy.BODY.repeats(new TransientStoreException("", null), 3)).isTrue();
    assertThat(RetryPolicy.BODY.repeats(new TransientStoreException("", null), 4)).isFalse();
    assertThat(RetryPolicy.BODY.repeats(refused("busy"), 1)).isFalse();
  }

  @Test
  void impossibleLimitsAreRefused() {
    assertThatThrownBy(() -> RetryPolicy.REQUEST.withAttempts(0))
        .isInstanceOf(IllegalArgumentException.class);
    Duration second = Duration.ofSeconds(1);
    assertThatThrownBy(() -> new RetryPolicy(Set.of(), 1, second, Duration.ZERO, second))
        .hasMessageContaining("pauses PT1S to PT0S");
  }
}
