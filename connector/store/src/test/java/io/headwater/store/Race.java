package io.headwater.store;

import io.headwater.store.exception.PreconditionFailedException;
import io.headwater.testing.Racers;
import java.util.List;

/** Conditional requests that start at the same time. */
final class Race {
  private Race() {}

  /** The request of each thread. */
  @FunctionalInterface
  interface Racer {
    void run(int number) throws Exception;
  }

  /** The numbers of the requests that did not fail with a {@link PreconditionFailedException}. */
  static List<Integer> winners(int racers, Racer racer) throws Exception {
    return Racers.winners(
        racers,
        number -> {
          try {
            racer.run(number);
            return true;
          } catch (PreconditionFailedException e) {
            return false;
          }
        });
  }
}
