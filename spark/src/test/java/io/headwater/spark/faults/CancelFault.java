package io.headwater.spark.faults;

import org.apache.spark.SparkContext;

/**
 * The whole job is cancelled when the driver has learned of the part's commit, while the other
 * parts are written in full and not committed. The test sets {@code rerun} and runs the job again.
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
