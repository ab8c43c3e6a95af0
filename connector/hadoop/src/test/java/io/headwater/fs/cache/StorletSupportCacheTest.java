package io.headwater.fs.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwater.testing.TestClock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class StorletSupportCacheTest {
  private static final StorletSupportCache.Key KEY = new StorletSupportCache.Key("bucket", "csv");

  private final TestClock clock = new TestClock();
  private final StorletSupportCache known = new StorletSupportCache(clock);
  private final AtomicInteger questions = new AtomicInteger();

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
    clock.advance(Duration.ofDays(1000));
    assertThat(find(Optional.of(false))).isTrue();
    assertThat(questions).hasValue(1);
  }

  @Test
  void probesAgainTenMinutesAfterANo() {
    assertThat(find(Optional.of(false))).isFalse();
    clock.advance(Duration.ofMinutes(10).minusNanos(1));
    assertThat(find(Optional.of(true))).isFalse();
    clock.advance(Duration.ofNanos(1));
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
