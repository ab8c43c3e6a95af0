package io.headwater.spark.faults;

/**
 * The first attempt waits until it has a speculative copy. Both then write all their rows before
 * either commits. The driver learns of neither before both have ended.
 */
final class SpeculateFault extends Fault {
  private static final long serialVersionUID = 1L;

  private String own = "copy";
  private String other = "first";

  SpeculateFault(int part, int row) {
    super(part, row);
  }

  @Override
  void atRow() throws InterruptedException {
    if (markers().set(mark("first"))) {
      own = "first";
      other = "copy";
      markers().awaitAny(mark("copy"));
    } else {
      markers().set(mark("copy"));
    }
  }

  @Override
  void atEnd() throws InterruptedException {
    markers().set(mark(own + "-full"));
    markers().awaitAny(mark(other + "-full"), mark(other + "-ended"));
  }

  @Override
  void afterTask(boolean committed) throws InterruptedException {
    markers().set(mark(own + "-ended"));
    markers().awaitAny(mark(other + "-ended"));
  }
}
