package io.headwater.spark;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.MetricRegistry;
import io.headwater.fs.config.Installation;
import io.headwater.fs.metrics.ProcessCounter;
import org.apache.spark.api.plugin.DriverPlugin;
import org.apache.spark.api.plugin.ExecutorPlugin;
import org.apache.spark.api.plugin.SparkPlugin;

/**
 * Adds the counters of the driver's and of each executor's file systems to Spark's metrics, and
 * their sums to the driver's. It is named in {@code spark.plugins}.
 */
public final class HeadwaterPlugin implements SparkPlugin {
  @Override
  public DriverPlugin driverPlugin() {
    return Installation.refusal().isPresent() ? null : new ApplicationCounts();
  }

  @Override
  public ExecutorPlugin executorPlugin() {
    return Installation.refusal().isPresent() ? null : new ExecutorCounts();
  }

  /** Adds the counters of this process. */
  static void register(MetricRegistry registry) {
    for (ProcessCounter counter : ProcessCounter.values()) {
      registry.register(counter.metric(), (Gauge<Long>) counter::sum);
    }
  }
}
