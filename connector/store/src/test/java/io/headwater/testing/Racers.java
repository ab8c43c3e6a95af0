package io.headwater.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Threads that start at the same time. */
public final class Racers {
  private Racers() {}

  /** The action of each thread. */
  @FunctionalInterface
  public interface Racer {
    /** Returns whether it won. */
    boolean run(int number) throws Exception;
  }

  /**
   * Runs all threads.
   *
   * @return the numbers of the winners
   * @throws ExecutionException if one failed
   */
  public static List<Integer> winners(int racers, Racer racer) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(racers);
    try {
      CyclicBarrier start = new CyclicBarrier(racers);
      List<Future<Boolean>> results = new ArrayList<>();
      for (int number = 0; number < racers; number++) {
        int own = number;
        results.add(
            threads.submit(
                () -> {
                  start.await();
                  return racer.run(own);
                }));
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
}
