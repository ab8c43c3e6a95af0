package io.headwater.fs.metrics;

import java.util.concurrent.atomic.LongAdder;

/** A count of all file systems of this process since its start. Many threads add to it. */
public enum ProcessCounter {
  REQUESTS("requests", "Requests sent to stores, with every attempt"),
  REQUESTS_FAILED("requestsFailed", "Requests that failed, of which many are sent again"),
  REQUESTS_THROTTLED("requestsThrottled", "Requests that a store refused because of load"),
  BYTES_SENT("bytesSent", "Bytes of objects sent to stores"),
  BYTES_READ_IN_STORE("bytesReadInStore", "Bytes of objects that storlets read"),
  BYTES_KEPT_IN_STORE("bytesKeptInStore", "Bytes that storlets read and did not return"),
  OBJECTS_SKIPPED("objectsSkipped", "Objects that queries did not open because of statistics"),
  BYTES_SKIPPED("bytesSkipped", "Bytes of these objects"),
  JOBS_COMMITTED("jobsCommitted", "Jobs committed by manifest");

  private final String metric;
  private final String description;
  private final LongAdder count = new LongAdder();

  ProcessCounter(String metric, String description) {
    this.metric = metric;
    this.description = description;
  }

  /** The name in metrics systems. */
  public String metric() {
    return metric;
  }

  /** What it counts, in one line. */
  public String description() {
    return description;
  }

  /** Adds to the count. */
  public void add(long more) {
    count.add(more);
  }

  /** The count. */
  public long sum() {
    return count.sum();
  }
}
