package io.headwater.spark.faults;

import org.apache.spark.Success$;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;

/** In the driver: kills the executor of a part as soon as the part is known to be committed. */
public final class ReportedKill extends SparkListener {
  private final int part;
  private final Markers markers;

  /**
   * A killer for one part.
   *
   * @param part whose executor dies
   * @param folder the run's markers
   */
  public ReportedKill(int part, String folder) {
    this.part = part;
    this.markers = new Markers(folder);
  }

  @Override
  public void onTaskEnd(SparkListenerTaskEnd end) {
    if (end.taskInfo().index() != part || end.reason() != Success$.MODULE$) {
      return;
    }
    String killed = "killed-reported-" + part;
    if (markers.isSet(killed)) {
      return;
    }
    try {
      Kill.process(
          markers.find(FaultyTask.executorMark(end.taskInfo().executorId())).orElseThrow());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    markers.set(killed);
  }
}
