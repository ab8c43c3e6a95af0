package io.headwater.store;

import io.headwater.store.exception.PreconditionFailedException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Threads that start at the same time. */
final class Race {
  private Race() {}

  /** The action of each thread. */
  @FunctionalInterface
  interface Racer {
    void run(int number) throws Exception;
  }

  /**
   * Runs all threads.
   *
   * @return the numbers of those that did not fail with a {@link PreconditionFailedException}
   * @throws ExecutionException if one failed otherwise
   */
  static List<Integer> winners(int racers, Racer racer) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(racers);
    try {
      CyclicBarrier start = new CyclicBarrier(racers);
      List<Future<Boolean>> results = new ArrayList<>();
      for (int number = 0; number < racers; number++) {
        int own = number;
        results.add(threads.submit(() -> wins(start, racer, own)));
      }
      List<Integer> winners = new ArrayList<>();
      for (int number = 0; number < racers; number++) {
        if (results.get(number).get()) {
          winners.add(number);
        }
      }
      return winners;
    } finally {
      threads.shutdownNow();
    }
  }

  private static boolean wins(CyclicBarrier start, Racer racer, int number) throws Exception {
    start.await();
    try {
      racer.run(number);
      return true;
    } catch (PreconditionFailedException e) {
      return false;
    }
  }
}
