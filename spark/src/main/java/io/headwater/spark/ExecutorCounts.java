package io.headwater.spark;

import io.headwater.fs.metrics.ProcessCounter;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.spark.api.plugin.ExecutorPlugin;
import org.apache.spark.api.plugin.PluginContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An executor's counters. It reports to the driver what was added, as often as its heartbeats. */
final class ExecutorCounts implements ExecutorPlugin {
  private static final Logger LOG = LoggerFactory.getLogger(ExecutorCounts.class);

  private final long[] reported = new long[ProcessCounter.values().length];
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "headwater-counts");
            thread.setDaemon(true);
            return thread;
          });

  @Override
  public void init(PluginContext plugin, Map<String, String> settings) {
    if (plugin.executorID().equals("driver")) {
      return; // In local mode, tasks run in the driver, which has these counters.
    }
    HeadwaterPlugin.register(plugin.metricRegistry());
    long period = plugin.conf().getTimeAsMs("spark.executor.heartbeatInterval", "10s");
    timer.scheduleWithFixedDelay(() -> report(plugin), period, period, TimeUnit.MILLISECONDS);
  }

  @Override
  public void shutdown() {
    timer.shutdownNow();
  }

  private void report(PluginContext plugin) {
    long[] added = new long[reported.length];
    Arrays.setAll(added, each -> ProcessCounter.values()[each].sum() - reported[each]);
    try {
      plugin.send(added);
      Arrays.setAll(reported, each -> reported[each] + added[each]);
    } catch (IOException | RuntimeException e) {
      LOG.warn("Cannot report the counts of this executor to the driver", e);
    }
  }
}
