package io.headwater.spark.faults;

/** The executor of the first attempt is killed when its output is committed and nobody knows. */
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
