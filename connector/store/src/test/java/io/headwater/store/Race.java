package io.headwater.store;

import io.headwater.store.concurrent.SimultaneousCalls;
import io.headwater.store.exception.PreconditionFailedException;
import java.io.IOException;
import java.util.List;

/** Conditional requests that start at the same time. */
final class Race {
  private Race() {}

  /** The request of each thread. */
  @FunctionalInterface
  interface Racer {
    void run(int number) throws IOException;
  }

  /** The numbers of the requests that did not fail with a {@link PreconditionFailedException}. */
  static List<Integer> winners(int racers, Racer racer) throws IOException {
    return SimultaneousCalls.accepted(
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
