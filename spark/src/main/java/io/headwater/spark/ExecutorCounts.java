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

/**
 * An executor's counters. It reports to the driver what was added, as often as its heartbeats and
 * when it ends in order.
 */
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

  private PluginContext plugin;

  @Override
  public void init(PluginContext context, Map<String, String> settings) {
    if (context.executorID().equals("driver")) {
      return; // In local mode, tasks run in the driver, which has these counters.
    }
    plugin = context;
    HeadwaterPlugin.register(context.metricRegistry());
    long period = context.conf().getTimeAsMs("spark.executor.heartbeatInterval", "10s");
    timer.scheduleWithFixedDelay(this::report, period, period, TimeUnit.MILLISECONDS);
  }

  @Override
  public void shutdown() {
    timer.shutdownNow();
    if (plugin != null) {
      report();
    }
  }

  /** Reports what was added. The timer's report may run when the executor ends. */
  private synchronized void report() {
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
