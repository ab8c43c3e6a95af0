package io.headwater.spark.faults;

import org.apache.spark.SparkContext;

/**
 * Kills the executor when the driver knows of the commit. The other parts wait for that, so the job
 * is still running.
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
