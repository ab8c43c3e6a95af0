package io.headwater.spark.faults;

/** Kills the executor of the first attempt in the middle of the rows. */
final class KillWritingFault extends Fault {
  private static final long serialVersionUID = 1L;

  KillWritingFault(int part, int row) {
    super(part, row);
  }

  @Override
  void atRow() throws InterruptedException {
    if (markers().set(mark("killed-writing"))) {
      Kill.self();
    }
  }
}
