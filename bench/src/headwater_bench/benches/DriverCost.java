package io.headwater.bench;

import com.sun.management.GarbageCollectionNotificationInfo;
import io.headwater.commit.manifest.CommittedAttempt;
import io.headwater.commit.manifest.GovernedName;
import io.headwater.commit.manifest.ManifestEntry;
import io.headwater.spark.CommittedFiles;
import io.headwater.spark.HeadwaterCommitProtocol;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import javax.management.NotificationEmitter;
import javax.management.openmbean.CompositeData;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.task.JobContextImpl;
import org.apache.spark.SparkContext;
import org.apache.spark.internal.io.FileCommitProtocol;
import org.apache.spark.internal.io.FileCommitProtocol.TaskCommitMessage;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Measures the driver's costs of a job by manifest. The real protocol receives the messages that tasks
 * would send, and commits to the store. The objects of the entries do not exist, because a commit does
 * not read them.
 */
public final class DriverCost {
  private static final double NANOS = 1e9;
  private static final int PARTS = 10;

  private DriverCost() {}

  /**
   * Commits a job of this many tasks with one file each.
   *
   * @param url the output, which must not exist
   * @return processor and wall-clock seconds, and bytes of live heap
   */
  public static Map<String, Double> measure(int tasks, String url) throws Exception {
    Map<String, Double> found = new LinkedHashMap<>();
    Configuration configuration = SparkContext.getOrCreate().hadoopConfiguration();
    JobContext context = new JobContextImpl(configuration, new JobID("bench", tasks));
    String job = UUID.randomUUID().toString();
    FileCommitProtocol protocol = new HeadwaterCommitProtocol(job, url, false);
    protocol.setupJob(context);
    long before = live();
    List<TaskCommitMessage> messages = messages(tasks, job.replace("-", ""), url);
    deliver(protocol, messages, found);
    found.put("held_bytes", (double) (live() - before));
    AtomicLong peak = watchHeap();
    double cpu = cpu();
    double clock = System.nanoTime() / NANOS;
    protocol.commitJob(context, CollectionConverters.asScala(messages).toSeq());
    found.put("commit_seconds", System.nanoTime() / NANOS - clock);
    found.put("commit_cpu_seconds", cpu() - cpu);
    found.put("peak_bytes", (double) Math.max(peak.get(), live()) - before);
    return found;
  }

  /** Measures parts, because the cost of a message could depend on the number of earlier ones. */
  private static void deliver(
      FileCommitProtocol protocol, List<TaskCommitMessage> messages, Map<String, Double> found) {
    int first = messages.size() - messages.size() / PARTS;
    double start = cpu();
    messages.subList(0, first).forEach(protocol::onTaskCommit);
    double lastPart = cpu();
    messages.subList(first, messages.size()).forEach(protocol::onTaskCommit);
    found.put("messages_cpu_seconds", cpu() - start);
    found.put("last_tenth_cpu_seconds", cpu() - lastPart);
  }

  private static List<TaskCommitMessage> messages(int tasks, String job, String url) {
    List<TaskCommitMessage> messages = new ArrayList<>(tasks);
    String root = url.substring(url.lastIndexOf('/') + 1);
    for (int task = 0; task < tasks; task++) {
      String attempt = GovernedName.attempt(root, job, task, task);
      String key = String.format("part-%05d-c000-%s.snappy.parquet", task, attempt);
      ManifestEntry entry = ManifestEntry.of(key, 1_000_000L + task, String.format("%032x", task));
      CommittedAttempt committed = CommittedAttempt.published(List.of(entry));
      messages.add(
          new CommittedFiles(new scala.collection.immutable.Map.Map1<>(url, committed)).message());
    }
    return messages;
  }

  private static double cpu() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() / NANOS;
  }

  private static long live() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  /** The maximum heap use after a collection, from now on. */
  private static AtomicLong watchHeap() {
    AtomicLong peak = new AtomicLong();
    for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
      ((NotificationEmitter) collector)
          .addNotificationListener(
              (notification, ignored) -> {
                GarbageCollectionNotificationInfo information =
                    GarbageCollectionNotificationInfo.from(
                        (CompositeData) notification.getUserData());
                long left =
                    information.getGcInfo().getMemoryUsageAfterGc().entrySet().stream()
                        .filter(pool -> pool.getKey().startsWith("G1"))
                        .mapToLong(pool -> pool.getValue().getUsed())
                        .sum();
                peak.accumulateAndGet(left, Math::max);
              },
              null,
              null);
    }
    return peak;
  }
}
