package io.headwater.fs;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwater.testing.AccessLog;
import io.headwater.testing.NeedsServer;
import io.headwater.testing.TestContainer;
import io.headwater.testing.TestServers;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskID;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.lib.output.FileOutputCommitter;
import org.apache.hadoop.mapreduce.task.JobContextImpl;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The cost of a job over {@code swift://} besides authentication, from the log of Swift's proxy.
 */
@NeedsServer
final class SwiftJobRequestsTest {
  private static final JobID JOB = new JobID("20261120", 1);

  private final TestContainer container = TestServers.swiftNative().newContainer();
  private final AccessLog log = AccessLog.of(container.name());
  private final Configuration configuration = new Configuration(false);
  private FileSystem fileSystem;
  private Path output;

  @BeforeEach
  void configure() throws IOException {
    TestServers.swiftNative().hadoopSettings("test").forEach(configuration::set);
    output = new Path("swift://" + container.name() + ".test/out");
    fileSystem = output.getFileSystem(configuration);
  }

  @AfterEach
  void close() throws IOException {
    fileSystem.close();
    container.close();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 64})
  void aSparkJobCostsOneRequestAPartAndThree(int parts) throws Exception {
    List<String> expected = new ArrayList<>(List.of("GET"));
    expected.addAll(Collections.nCopies(parts + 1, "PUT"));
    expected.add("GET");
    assertThat(log.requests(() -> save(parts))).isEqualTo(expected);
  }

  @Test
  void sendsAHeadForUnlistedObjectsWhereListingsLag() throws Exception {
    assertThat(log.requests(() -> fileSystem.exists(output))).containsExactly("GET");
    configuration.set("fs.headwater.bucket." + container.name() + ".list.consistent", "false");
    try (FileSystem wary = FileSystem.newInstance(output.toUri(), configuration)) {
      assertThat(log.requests(() -> wary.exists(output))).containsExactly("GET", "HEAD");
    }
  }

  /**
   * The calls of {@code saveAsTextFile}: check the output, write, commit, delete the staging
   * folder.
   */
  private void save(int parts) throws IOException {
    assertThat(fileSystem.exists(output)).isFalse();
    JobContext job = new JobContextImpl(configuration, JOB);
    FileOutputCommitter driver = new FileOutputCommitter(output, task(0));
    driver.setupJob(job);
    for (int part = 0; part < parts; part++) {
      write(task(part), String.format("part-%05d", part));
    }
    driver.commitJob(job);
    assertThat(fileSystem.delete(new Path(output, ".spark-staging-1"), true)).isFalse();
  }

  private void write(TaskAttemptContext task, String name) throws IOException {
    FileOutputCommitter committer = new FileOutputCommitter(output, task);
    committer.setupTask(task);
    try (FSDataOutputStream out = fileSystem.create(new Path(committer.getWorkPath(), name))) {
      out.writeBytes("1\n");
    }
    assertThat(committer.needsTaskCommit(task)).isTrue();
    committer.commitTask(task);
  }

  private TaskAttemptContext task(int number) {
    TaskID task = new TaskID(JOB, TaskType.MAP, number);
    return new TaskAttemptContextImpl(configuration, new TaskAttemptID(task, 0));
  }
}
