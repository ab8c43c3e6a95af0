package io.headwater.spark.faults;

/** The first attempt throws in the middle of its rows. */
final class ThrowFault extends Fault {
  private static final long serialVersionUID = 1L;

  ThrowFault(int part, int row) {
    super(part, row);
  }

  @Override
  void atRow() {
    if (markers().set(mark("thrown"))) {
      throw new IllegalStateException("the fault of part " + part());
    }
  }
}
