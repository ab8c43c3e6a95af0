package io.headwater.fs;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwater.store.concurrent.Trace;
import io.headwater.store.concurrent.WorkerPool;
import io.headwater.testing.AccessLog;
import io.headwater.testing.NeedsServer;
import io.headwater.testing.TestContainer;
import io.headwater.testing.TestServers;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.audit.CommonAuditContext;
import org.apache.hadoop.fs.store.audit.HttpReferrerAuditHeader;
import org.apache.hadoop.ipc.CallerContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a store's logs contain about the client. */
final class AuditTraceTest {
  private final OverWire wire;

  AuditTraceTest() throws IOException {
    wire = new OverWire();
  }

  @AfterEach
  void close() {
    AuditTrace.endJob();
    CallerContext.setCurrent(null);
    wire.close();
  }

  private Map<String, String> referrer(String kind) throws Exception {
    String referrer = wire.first(kind, "referer");
    assertThat(referrer).startsWith("https://audit.example.org/hadoop/1/");
    return HttpReferrerAuditHeader.extractQueryParameters(referrer);
  }

  @Test
  void job() throws Exception {
    AuditTrace.beginJob("job_1_0002");
    CallerContext.setCurrent(new CallerContext.Builder("SPARK_TASK_app-1_JId_2").build());
    wire.use();
    for (String kind : new String[] {"List", "PutObject", "GetObject"}) {
      assertThat(referrer(kind))
          .containsEntry("ji", "job_1_0002")
          .containsEntry("cc", "SPARK_TASK_app-1_JId_2")
          .containsEntry("ps", CommonAuditContext.PROCESS_ID);
    }
    assertThat(referrer("PutObject")).containsEntry("op", "PutObject");
  }

  @Test
  void afterTheJob() throws Exception {
    AuditTrace.beginJob("job_1_0002");
    AuditTrace.endJob();
    wire.use();
    assertThat(referrer("List")).doesNotContainKey("ji");
  }

  /** Even if a pool's threads were started in another job. */
  @Test
  void threadsOfAPoolWorkForEveryCaller() throws Exception {
    wire.open().close(); // The first file system sets the supplier of traces.
    WorkerPool pool = new WorkerPool("test", 1);
    for (String job : List.of("one", "two")) {
      AuditTrace.beginJob(job);
      String referrer =
          WorkerPool.await(pool.submit(() -> Trace.current().referrer("x", Set.of())));
      assertThat(HttpReferrerAuditHeader.extractQueryParameters(referrer)).containsEntry("ji", job);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "fs.s3a.audit.enabled",
    "fs.s3a.audit.referrer.enabled",
    "fs.headwater.s3.audit.referrer.enabled"
  })
  void turnedOff(String name) throws IOException {
    wire.with(name, "false").use();
    assertThat(wire.header("GetObject", "referer")).containsOnly("");
  }

  @Test
  void withoutWhatIsLeftOut() throws Exception {
    AuditTrace.beginJob("secret");
    wire.with("fs.s3a.audit.referrer.filter", "ji, t1").use();
    assertThat(referrer("List")).doesNotContainKeys("ji", "t1").containsKey("ps");
  }

  @NeedsServer
  @Test
  void onSwift() throws Exception {
    AuditTrace.beginJob("job_20261122_0001_of_a_very_long_name");
    try (TestContainer container = TestServers.swiftNative().newContainer()) {
      Configuration configuration = new Configuration();
      TestServers.swiftNative().hadoopSettings("test").forEach(configuration::set);
      URI root = URI.create("swift://" + container.name() + ".test");
      try (FileSystem fileSystem = FileSystem.newInstance(root, configuration)) {
        AccessLog log = AccessLog.of(container.name());
        log.requests(() -> fileSystem.listStatus(new Path("/")));
      }
      assertThat(Files.readAllLines(TestServers.swiftLog()))
          .anyMatch(
              line ->
                  line.contains(container.name())
                      && line.contains("-job_20261122_0001_of_a_very_lon"));
    }
  }
}
