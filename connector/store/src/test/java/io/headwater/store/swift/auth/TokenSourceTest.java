package io.headwater.store.swift.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwater.store.connection.Secret;
import io.headwater.store.exception.StoreAccessException;
import io.headwater.store.exception.TransientStoreException;
import io.headwater.store.retry.FailureTimes;
import io.headwater.testing.TestClock;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** One token for all threads, fetched only once. */
final class TokenSourceTest {
  private static final URI ACCOUNT = URI.create("http://127.0.0.1/v1/AUTH_a");
  private static final int THREADS = 32;

  private final AtomicInteger logins = new AtomicInteger();
  private final TestClock clock = new TestClock();

  private Grant next() {
    Secret token = Secret.of("token-" + logins.incrementAndGet());
    return Grant.lasting(token, ACCOUNT, clock.instant(), Duration.ofMinutes(10));
  }

  private static String token(Grant grant) {
    return grant.token().reveal();
  }

  @Test
  void aTokenServesUntilATenthOfItsLifeIsLeft() throws IOException {
    TokenSource source = new TokenSource(this::next, clock);
    assertThat(token(source.get())).isEqualTo("token-1");
    clock.advance(Duration.ofMinutes(9).minusSeconds(1));
    assertThat(token(source.get())).isEqualTo("token-1");
    clock.advance(Duration.ofSeconds(1));
    assertThat(token(source.get())).isEqualTo("token-2");
  }

  @Test
  void allWhomOneTokenWasRefusedGetTheSameNext() throws Exception {
    CountDownLatch allWait = new CountDownLatch(THREADS);
    TokenSource source =
        new TokenSource(
            () -> {
              if (logins.get() > 0) {
                await(allWait);
              }
              return next();
            },
            clock);
    Grant refused = source.get();
    List<String> got = inThreads(allWait, () -> token(source.renewed(refused)));
    assertThat(got).hasSize(THREADS).containsOnly("token-2");
    assertThat(logins).hasValue(2);
    assertThat(token(source.renewed(refused))).isEqualTo("token-2");
  }

  @Test
  void othersUseTheOldTokenWhileOneRenewsItEarly() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch mayEnd = new CountDownLatch(1);
    TokenSource source =
        new TokenSource(
            () -> {
              if (logins.get() > 0) {
                begun.countDown();
                await(mayEnd);
              }
              return next();
            },
            clock);
    source.get();
    clock.advance(Duration.ofMinutes(9));
    ExecutorService thread = Executors.newSingleThreadExecutor();
    try {
      Future<Grant> renewing = thread.submit(source::get);
      begun.await();
      assertThat(token(source.get())).isEqualTo("token-1");
      mayEnd.countDown();
      assertThat(token(renewing.get())).isEqualTo("token-2");
      assertThat(token(source.get())).isEqualTo("token-2");
    } finally {
      thread.shutdownNow();
    }
  }

  @Test
  void anEarlyRenewalThatFailsLeavesTheOldToken() throws IOException {
    TokenSource source =
        new TokenSource(
            () -> {
              if (logins.get() > 0) {
                throw new TransientStoreException("no response", null);
              }
              return next();
            },
            clock);
    Grant first = source.get();
    clock.advance(Duration.ofMinutes(9));
    assertThat(source.get()).isSameAs(first);
    assertThatThrownBy(() -> source.renewed(first)).isInstanceOf(TransientStoreException.class);
  }

  @Test
  void refusedCredentialsAreNotSentAgainForAWhile() {
    TokenSource source =
        new TokenSource(
            () -> {
              logins.incrementAndGet();
              throw new StoreAccessException("the credentials were refused", null);
            },
            clock);
    for (int i = 0; i < 5; i++) {
      assertThatThrownBy(source::get)
          .isInstanceOf(StoreAccessException.class)
          .hasMessage("the credentials were refused");
    }
    assertThat(logins).hasValue(1);
    clock.advance(FailureTimes.KEYS_REFUSED);
    assertThatThrownBy(source::get).isInstanceOf(StoreAccessException.class);
    assertThat(logins).hasValue(2);
  }

  @Test
  void anInterruptedThreadDoesNotFailTheOthers() throws Exception {
    CountDownLatch allWait = new CountDownLatch(2);
    TokenSource source =
        new TokenSource(
            () -> {
              if (logins.incrementAndGet() == 1) {
                await(allWait);
                throw new InterruptedIOException("this task was killed");
              }
              return next();
            },
            clock);
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      List<Future<Grant>> both = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        both.add(
            threads.submit(
                () -> {
                  allWait.countDown();
                  return source.get();
                }));
      }
      long failed = 0;
      for (Future<Grant> each : both) {
        try {
          each.get();
        } catch (java.util.concurrent.ExecutionException e) {
          assertThat(e).hasCauseInstanceOf(InterruptedIOException.class);
          failed++;
        }
      }
      assertThat(failed).isEqualTo(1);
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void aGrantDoesNotShowItsToken() {
    assertThat(next().toString()).doesNotContain("token-1").contains("***");
  }

  private interface Step<T> {
    T run() throws IOException;
  }

  private static <T> List<T> inThreads(CountDownLatch begun, Step<T> step) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      List<Future<T>> futures = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        futures.add(
            threads.submit(
                () -> {
                  begun.countDown();
                  return step.run();
                }));
      }
      List<T> results = new ArrayList<>();
      for (Future<T> future : futures) {
        results.add(future.get());
      }
      return results;
    } finally {
      threads.shutdownNow();
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
