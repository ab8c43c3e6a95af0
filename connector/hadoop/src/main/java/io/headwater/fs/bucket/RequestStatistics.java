package io.headwater.fs.bucket;

import io.headwater.fs.metrics.ProcessCounter;
import io.headwater.store.Operation;
import io.headwater.store.concurrent.RequestTally;
import io.headwater.store.layers.RequestCounts;
import org.apache.hadoop.fs.statistics.StoreStatisticNames;
import org.apache.hadoop.fs.statistics.impl.IOStatisticsStore;

/** Counts requests under Hadoop's names, for the process and for the thread. */
public record RequestStatistics(IOStatisticsStore counts) implements RequestCounts {
  @Override
  public void attempt(Operation operation) {
    counts.incrementCounter(Counts.nameOf(operation));
    ProcessCounter.REQUESTS.add(1);
    RequestTally.current().countSent();
  }

  @Override
  public void success(long bytes) {
    counts.incrementCounter(StoreStatisticNames.OBJECT_PUT_BYTES, bytes);
    ProcessCounter.BYTES_SENT.add(bytes);
  }

  @Override
  public void failure(Operation operation) {
    counts.incrementCounter(Counts.failuresOf(Counts.nameOf(operation)));
    ProcessCounter.REQUESTS_FAILED.add(1);
    RequestTally.current().countFailed();
  }

  @Override
  public void throttled() {
    counts.incrementCounter(StoreStatisticNames.STORE_IO_THROTTLED);
    ProcessCounter.REQUESTS_THROTTLED.add(1);
  }
}
