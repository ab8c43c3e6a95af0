package io.headwater.spark.faults;

import org.apache.spark.SparkContext;

/**
 * Cancels the complete job when the driver knows of the part's commit. The other parts are then
 * written in full and not committed. The test sets {@code rerun} and runs the job again.
 */
final class CancelFault extends Fault {
  private static final long serialVersionUID = 1L;

  private boolean doomed;

  CancelFault(int part, int row) {
    super(part, row);
  }

  @Override
  void anyBegins(int anyPart) {
    doomed = anyPart != part() && !markers().isSet("rerun");
  }

  @Override
  void anyEnds() throws InterruptedException {
    if (doomed) {
      markers().awaitAny("never");
    }
  }

  @Override
  void reported(SparkContext context, String executorId) {
    if (markers().set(mark("cancelled"))) {
      context.cancelAllJobs();
    }
  }
}
