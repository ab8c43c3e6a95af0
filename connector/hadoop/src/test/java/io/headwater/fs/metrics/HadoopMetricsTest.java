package io.headwater.fs.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.StreamSupport;
import org.apache.hadoop.metrics2.MetricsRecord;
import org.apache.hadoop.metrics2.MetricsSource;
import org.apache.hadoop.metrics2.impl.MetricsCollectorImpl;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.junit.jupiter.api.Test;

/** Hadoop's metrics system shows the counters of all file systems. */
final class HadoopMetricsTest {
  @Test
  void theSourceHasEachCounter() {
    HadoopMetrics.register();
    HadoopMetrics.register();
    ProcessCounter.JOBS_COMMITTED.add(3);
    MetricsRecord record = record(DefaultMetricsSystem.instance().getSource(HadoopMetrics.NAME));
    assertThat(record.context()).isEqualTo("headwater");
    assertThat(record.metrics()).hasSize(ProcessCounter.values().length);
    assertThat(value(record, "jobsCommitted")).isEqualTo(ProcessCounter.JOBS_COMMITTED.sum());
  }

  private static MetricsRecord record(MetricsSource source) {
    MetricsCollectorImpl collector = new MetricsCollectorImpl();
    source.getMetrics(collector, true);
    return collector.getRecords().get(0);
  }

  private static long value(MetricsRecord record, String name) {
    return StreamSupport.stream(record.metrics().spliterator(), false)
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElseThrow()
        .value()
        .longValue();
  }
}
