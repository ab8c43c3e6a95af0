package io.headwater.store.layers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwater.store.GetOptions;
import io.headwater.store.ObjectBody;
import io.headwater.store.PutOptions;
import io.headwater.store.content.Content;
import io.headwater.store.exception.ObjectNotFoundException;
import io.headwater.store.memory.MemoryStore;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class ThrottleLayerTest {
  private final MemoryStore memory = new MemoryStore("throttled");

  @Test
  void letsOnlySoManyRequestsThroughAtOnce() throws Exception {
    Gauge gauge = new Gauge(memory);
    ThrottleLayer store = new ThrottleLayer(gauge, 3);
    ExecutorService threads = Executors.newFixedThreadPool(12);
    try {
      List<Future<?>> done = new ArrayList<>();
      for (int i = 0; i < 600; i++) {
        String key = "k" + i;
        done.add(threads.submit(() -> store.put(key, Content.empty(), PutOptions.OVERWRITE)));
      }
      for (Future<?> each : done) {
        each.get();
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(gauge.most.get()).isBetween(1, 3);
  }

  @Test
  void countsNoOpenBodies() throws IOException {
    memory.put("a", Content.empty(), PutOptions.OVERWRITE);
    ThrottleLayer store = new ThrottleLayer(memory, 1);
    try (ObjectBody first = store.get("a", GetOptions.WHOLE);
        ObjectBody second = store.get("a", GetOptions.WHOLE)) {
      assertThat(store.head("a")).isEqualTo(first.info()).isEqualTo(second.info());
    }
  }

  @Test
  void letsTheNextThroughAfterAFailure() throws IOException {
    ThrottleLayer store = new ThrottleLayer(memory, 1);
    assertThatThrownBy(() -> store.head("none")).isInstanceOf(ObjectNotFoundException.class);
    store.put("a", Content.empty(), PutOptions.OVERWRITE);
    assertThat(store.head("a").length()).isZero();
  }

  @Test
  void sendsNothingWhenInterrupted() {
    MeterLayer meter = new MeterLayer(memory);
    Thread.currentThread().interrupt();
    try {
      assertThatThrownBy(() -> new ThrottleLayer(meter, 1).head("a"))
          .isInstanceOf(InterruptedIOException.class);
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
    assertThat(meter.snapshot().totalRequests()).isZero();
  }

  /** Counts the concurrent requests. */
  private static final class Gauge extends Layer {
    private final AtomicInteger inside = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();

    Gauge(MemoryStore memory) {
      super(memory);
    }

    @Override
    protected <T> T around(Request request, Call<T> call) throws IOException {
      most.accumulateAndGet(inside.incrementAndGet(), Math::max);
      Thread.yield();
      try {
        return call.send();
      } finally {
        inside.decrementAndGet();
      }
    }
  }
}
