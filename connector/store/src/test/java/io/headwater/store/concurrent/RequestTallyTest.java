package io.headwater.store.concurrent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A request counts for the thread that needs it, even if a thread of a pool sends it. */
class RequestTallyTest {
  private final WorkerPool pool = new WorkerPool("test", 1);

  @Test
  void requestsOfAPoolCountForTheSubmitter() throws Exception {
    assertThat(sentByAThreadOf(() -> WorkerPool.await(pool.submit(this::send)))).isEqualTo(1);
    assertThat(sentByAThreadOf(() -> pool.ahead(this::send).get())).isEqualTo(1);
    assertThat(sentByAThreadOf(() -> pool.forEach(List.of(1, 2), each -> send()))).isEqualTo(2);
  }

  private Void send() {
    RequestTally.current().countSent();
    return null;
  }

  private interface Work {
    void run() throws IOException;
  }

  private static long sentByAThreadOf(Work work) throws Exception {
    long[] sent = new long[1];
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (IOException e) {
                throw new IllegalStateException(e);
              }
              sent[0] = RequestTally.current().sent();
            });
    thread.start();
    thread.join();
    return sent[0];
  }
}
