package io.headwater.spark;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.MetricRegistry;
import io.headwater.fs.metrics.ProcessCounter;
import java.util.concurrent.atomic.AtomicLongArray;
import org.apache.spark.api.plugin.DriverPlugin;
import org.apache.spark.api.plugin.PluginContext;

/**
 * The driver's counters, and their sums with those that {@link ExecutorCounts} report. Spark has no
 * page for the metrics of executors, so that Prometheus can read the driver's only.
 */
final class ApplicationCounts implements DriverPlugin {
  private final AtomicLongArray executors = new AtomicLongArray(ProcessCounter.values().length);

  @Override
  public void registerMetrics(String application, PluginContext plugin) {
    MetricRegistry registry = plugin.metricRegistry();
    HeadwaterPlugin.register(registry);
    for (ProcessCounter counter : ProcessCounter.values()) {
      Gauge<Long> sum = () -> counter.sum() + executors.get(counter.ordinal());
      registry.register("application." + counter.metric(), sum);
    }
  }

  @Override
  public Object receive(Object message) {
    long[] added = (long[]) message;
    for (int each = 0; each < added.length; each++) {
      executors.addAndGet(each, added[each]);
    }
    return null;
  }
}
