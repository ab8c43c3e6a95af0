package io.headwater.spark.faults;

import org.apache.spark.SparkContext;
import org.apache.spark.Success$;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;

/** A listener in the driver. It triggers a fault when the driver knows that a part is committed. */
public final class Reported extends SparkListener {
  private final Fault fault;
  private final SparkContext context;

  /**
   * A listener for one fault.
   *
   * @param context the driver's context
   * @param fault as {@link Fault#parse} has it
   * @param folder the run's markers
   */
  public Reported(SparkContext context, String fault, String folder) {
    this.context = context;
    this.fault = Fault.parse(fault).in(new Markers(folder));
  }

  @Override
  public void onTaskEnd(SparkListenerTaskEnd end) {
    if (end.taskInfo().index() != fault.part() || end.reason() != Success$.MODULE$) {
      return;
    }
    try {
      fault.reported(context, end.taskInfo().executorId());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
