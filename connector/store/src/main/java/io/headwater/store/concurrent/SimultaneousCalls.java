package io.headwater.store.concurrent;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Calls that begin at the same moment, each in a thread. */
public final class SimultaneousCalls {
  private SimultaneousCalls() {}

  /** One of the calls. */
  @FunctionalInterface
  public interface NumberedCall {
    /** Returns whether it was accepted. */
    boolean send(int number) throws IOException;
  }

  /**
   * Sends calls.
   *
   * @return the numbers of the accepted ones, from 0
   */
  public static List<Integer> accepted(int calls, NumberedCall call) throws IOException {
    ExecutorService threads = Executors.newFixedThreadPool(calls);
    try {
      CountDownLatch ready = new CountDownLatch(calls);
      List<Future<Boolean>> sent = new ArrayList<>();
      for (int each = 0; each < calls; each++) {
        int number = each;
        sent.add(
            threads.submit(
                () -> {
                  ready.countDown();
                  ready.await();
                  return call.send(number);
                }));
      }
      return accepted(sent);
    } finally {
      threads.shutdownNow();
    }
  }

  private static List<Integer> accepted(List<Future<Boolean>> sent) throws IOException {
    List<Integer> accepted = new ArrayList<>();
    try {
      for (int number = 0; number < sent.size(); number++) {
        if (sent.get(number).get()) {
          accepted.add(number);
        }
      }
      return accepted;
    } catch (ExecutionException e) {
      throw e.getCause() instanceof IOException failure ? failure : new IOException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while simultaneous calls were sent");
    }
  }
}
