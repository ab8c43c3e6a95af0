package io.headwater.spark;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.MetricRegistry;
import io.headwater.fs.config.Installation;
import io.headwater.fs.metrics.ProcessCounter;
import java.util.Collections;
import java.util.Map;
import org.apache.spark.SparkContext;
import org.apache.spark.api.plugin.DriverPlugin;
import org.apache.spark.api.plugin.ExecutorPlugin;
import org.apache.spark.api.plugin.PluginContext;
import org.apache.spark.api.plugin.SparkPlugin;

/**
 * Adds the counters of the driver's and of each executor's file systems to Spark's metrics. It is
 * named in {@code spark.plugins}.
 */
public final class HeadwaterPlugin implements SparkPlugin {
  @Override
  public DriverPlugin driverPlugin() {
    return new DriverPlugin() {
      @Override
      public Map<String, String> init(SparkContext context, PluginContext plugin) {
        return Collections.emptyMap();
      }

      @Override
      public void registerMetrics(String application, PluginContext plugin) {
        register(plugin.metricRegistry());
      }
    };
  }

  @Override
  public ExecutorPlugin executorPlugin() {
    return new ExecutorPlugin() {
      @Override
      public void init(PluginContext plugin, Map<String, String> settings) {
        register(plugin.metricRegistry());
      }
    };
  }

  private static void register(MetricRegistry registry) {
    if (Installation.refusal().isPresent()) {
      return;
    }
    for (ProcessCounter counter : ProcessCounter.values()) {
      registry.register(counter.metric(), (Gauge<Long>) counter::sum);
    }
  }
}
