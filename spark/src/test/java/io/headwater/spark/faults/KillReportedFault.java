package io.headwater.spark.faults;

/**
 * The executor is killed when the driver has learned of the commit, by {@link ReportedKill}. The
 * other parts do not begin before that, so that the job still runs.
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
}
