package io.headwater.fs.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
public final class StorletSupportCacheTest {
  private static final StorletSupportCache.Key KEY = new StorletSupportCache.Key("bucket", "csv");

  private final Hands hands = new Hands();
  private final StorletSupportCache known = new StorletSupportCache(hands);
  private final AtomicInteger questions = new AtomicInteger();

  /** A clock that the test advances. */
  public static final class Hands extends Clock {
    private Instant now = Instant.EPOCH;

    public void move(Duration length) {
      now = now.plus(length);
    }

    @Override
    public Instant instant() {
      return now;
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }
  }

  private boolean find(Optional<Boolean> answer) {
    return known.find(
        KEY,
        () -> {
          questions.incrementAndGet();
          return answer;
        });
  }

  @Test
  void aYesIsKept() {
    assertThat(find(Optional.of(true))).isTrue();
    hands.move(Duration.ofDays(1000));
    assertThat(find(Optional.of(false))).isTrue();
    assertThat(questions).hasValue(1);
  }

  @Test
  void probesAgainTenMinutesAfterANo() {
    assertThat(find(Optional.of(false))).isFalse();
    hands.move(Duration.ofMinutes(10).minusNanos(1));
    assertThat(find(Optional.of(true))).isFalse();
    hands.move(Duration.ofNanos(1));
    assertThat(find(Optional.of(true))).isTrue();
    assertThat(questions).hasValue(2);
  }

  @Test
  void whatCouldNotBeLearnedIsANoForOnce() {
    assertThat(find(Optional.empty())).isFalse();
    assertThat(find(Optional.of(true))).isTrue();
    assertThatThrownBy(
            () ->
                known.find(
                    new StorletSupportCache.Key("other", "csv"),
                    () -> {
                      throw new IllegalStateException("probed");
                    }))
        .hasMessage("probed");
  }

  @Test
  void oneProbeServesConcurrentCallers() throws Exception {
    CountDownLatch sent = new CountDownLatch(1);
    CompletableFuture<Optional<Boolean>> answer = new CompletableFuture<>();
    CompletableFuture<Boolean> first =
        CompletableFuture.supplyAsync(
            () ->
                known.find(
                    KEY,
                    () -> {
                      questions.incrementAndGet();
                      sent.countDown();
                      return answer.join();
                    }));
    sent.await();
    CompletableFuture<Boolean> second = new CompletableFuture<>();
    Thread waiting = new Thread(() -> second.complete(find(Optional.of(false))));
    waiting.start();
    while (waiting.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
    answer.complete(Optional.of(true));
    assertThat(first.get()).isTrue();
    assertThat(second.get()).isTrue();
    assertThat(questions).hasValue(1);
  }
}
