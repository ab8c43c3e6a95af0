package io.headwater.spark.faults;

/**
 * Kills the executor of the first attempt when its output is committed and its commit message is
 * not delivered.
 */
final class KillCommittedFault extends Fault {
  private static final long serialVersionUID = 1L;

  KillCommittedFault(int part, int row) {
    super(part, row);
  }

  @Override
  void afterTask(boolean committed) throws InterruptedException {
    if (committed && markers().set(mark("killed-committed"))) {
      Kill.self();
    }
  }
}
