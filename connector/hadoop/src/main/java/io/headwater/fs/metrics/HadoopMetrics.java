package io.headwater.fs.metrics;

import org.apache.hadoop.metrics2.MetricsCollector;
import org.apache.hadoop.metrics2.MetricsRecordBuilder;
import org.apache.hadoop.metrics2.MetricsSource;
import org.apache.hadoop.metrics2.MetricsSystem;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.metrics2.lib.Interns;

/**
 * The counters as a source of Hadoop's metrics system, which daemons and tasks of MapReduce start.
 * It is named {@value #NAME}. Its records are in the context {@value #CONTEXT}.
 */
public final class HadoopMetrics implements MetricsSource {
  static final String NAME = "Headwater";
  static final String CONTEXT = "headwater";

  private HadoopMetrics() {}

  /** Registers the source once. The metrics system may be started later, or never. */
  public static synchronized void register() {
    MetricsSystem system = DefaultMetricsSystem.instance();
    if (system.getSource(NAME) == null) {
      system.register(NAME, "The sums of Headwater's file systems", new HadoopMetrics());
    }
  }

  @Override
  public void getMetrics(MetricsCollector collector, boolean all) {
    MetricsRecordBuilder record = collector.addRecord(NAME).setContext(CONTEXT);
    for (ProcessCounter counter : ProcessCounter.values()) {
      record.addCounter(Interns.info(counter.metric(), counter.description()), counter.sum());
    }
  }
}
