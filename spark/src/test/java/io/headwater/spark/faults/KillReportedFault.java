package io.headwater.spark.faults;

import org.apache.spark.SparkContext;

/**
 * The executor is killed when the driver has learned of the commit. The other parts do not begin
 * before that, so that the job still runs.
 */
final class KillReportedFault extends Fault {
  private static final long serialVersionUID = 1L;

  KillReportedFault(int part, int row) {
    super(part, row);
  }

  @Override
  void anyBegins(int anyPart) throws InterruptedException {
    if (anyPart != part()) {
      markers().awaitAny(mark("killed-reported"));
    }
  }

  @Override
  void reported(SparkContext context, String executorId) throws InterruptedException {
    if (!markers().isSet(mark("killed-reported"))) {
      Kill.process(markers().find(FaultyTask.executorMark(executorId)).orElseThrow());
      markers().set(mark("killed-reported"));
    }
  }
}
