package io.headwater.fs;

import static io.headwater.store.Capability.CREATE_IF_ABSENT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwater.store.Operation;
import io.headwater.store.UploadListOptions;
import io.headwater.store.layers.Fault;
import io.headwater.store.layers.FaultPlan;
import io.headwater.store.layers.FaultPlan.Rule;
import io.headwater.testing.NeedsServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskID;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.lib.output.FileOutputCommitter;
import org.apache.hadoop.mapreduce.task.JobContextImpl;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Hadoop's unmodified FileOutputCommitter on the file system. */
@NeedsServer
@ParameterizedClass
@EnumSource(InterceptedStore.class)
class CommitterTest {
  private static final Path OUT = new Path("/data/out");
  private static final JobID JOB = new JobID("20261120", 1);

  @Parameter private InterceptedStore store;
  private MeteredFileSystem fileSystem;
  private int algorithm;

  @AfterEach
  void close() throws IOException {
    if (fileSystem != null) {
      fileSystem.close();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void aJobCostsOneRequestAFileAndOneForItsCommit(int version) throws Exception {
    start(version, FaultPlan.none());
    FileOutputCommitter job = committer(task(0, 0));
    job.setupJob(jobContext());
    for (int task = 0; task < 3; task++) {
      commit(task, 0, "part-0000" + task, "month=1/part-0000" + task + ".gz");
    }
    job.commitJob(jobContext());

    // Without a condition, the object is looked for before it is written.
    boolean isConditional = fileSystem.store().capabilities().contains(CREATE_IF_ABSENT);
    assertThat(fileSystem.requests().requests())
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(Operation.LIST, isConditional ? 1L : 2L, Operation.PUT, 7L));
    assertThat(fileSystem.keys())
        .containsExactly(
            "data/out/_SUCCESS",
            "data/out/month=1/part-00000-attempt_20261120_0001_m_000000_0.gz",
            "data/out/month=1/part-00001-attempt_20261120_0001_m_000001_0.gz",
            "data/out/month=1/part-00002-attempt_20261120_0001_m_000002_0.gz",
            "data/out/part-00000-attempt_20261120_0001_m_000000_0",
            "data/out/part-00001-attempt_20261120_0001_m_000001_0",
            "data/out/part-00002-attempt_20261120_0001_m_000002_0");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void nothingIsVisibleBeforeTheTaskCommits(int version) throws Exception {
    start(version, FaultPlan.none());
    FileOutputCommitter task = committer(task(0, 0));
    task.setupJob(jobContext());
    write(task, "part-00000", "rows of attempt 0");

    assertThat(fileSystem.keys()).isEmpty();
    assertThat(task.needsTaskCommit(task(0, 0))).isTrue();
    task.commitTask(task(0, 0));
    assertThat(fileSystem.keys()).hasSize(1);
    assertThat(task.needsTaskCommit(task(0, 0))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void anAbortedAttemptLeavesNothingAndCostsNothing(int version) throws Exception {
    start(version, FaultPlan.none());
    FileOutputCommitter task = committer(task(0, 0));
    task.setupJob(jobContext());
    write(task, "part-00000", "rows");
    FSDataOutputStream open = fileSystem.create(new Path(task.getWorkPath(), "part-00001"));
    open.write(new byte[12 << 20]);
    task.abortTask(task(0, 0));

    assertThat(fileSystem.keys()).isEmpty();
    assertThat(fileSystem.store().uploads().list(UploadListOptions.under("")).uploads()).isEmpty();
    assertThat(fileSystem.requests().requests(Operation.DELETE)).isZero();
    assertThat(fileSystem.requests().requests(Operation.PUT)).isZero();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void ofTwoAttemptsThatPublishedReadersSeeOne(int version) throws Exception {
    start(version, FaultPlan.none());
    committer(task(0, 0)).setupJob(jobContext());
    commit(0, 0, "part-00000");
    commit(0, 1, "part-00000");
    commit(1, 0, "part-00001");
    committer(task(0, 0)).commitJob(jobContext());

    assertThat(fileSystem.keys()).hasSize(4);
    assertThat(names(fileSystem.listStatus(OUT)))
        .containsExactly(
            "_SUCCESS",
            "part-00000-attempt_20261120_0001_m_000000_0",
            "part-00001-attempt_20261120_0001_m_000001_0");
    assertThat(read(new Path(OUT, "part-00000"))).isEqualTo("part-00000 of attempt 0");
    assertThat(fileSystem.getFileStatus(new Path(OUT, "part-00001")).isFile()).isTrue();
  }

  @Test
  void anAttemptThatFailsToPublishAllLeavesNothingOnceAborted() throws Exception {
    start(1, FaultPlan.exactly(new Rule(Operation.PUT, 2, Fault.LOSE_RESPONSE)));
    FileOutputCommitter task = committer(task(0, 0));
    task.setupJob(jobContext());
    write(task, "part-00000", "a");
    write(task, "part-00001", "b");
    write(task, "part-00002", "c");
    assertThatThrownBy(() -> task.commitTask(task(0, 0))).hasMessageContaining("LOSE_RESPONSE");
    task.abortTask(task(0, 0));

    assertThat(fileSystem.keys()).isEmpty();
    commit(0, 1, "part-00000", "part-00001", "part-00002");
    assertThat(fileSystem.listStatus(OUT)).hasSize(3);
  }

  @Test
  void aCommitThatFailedMayBeTriedAgain() throws Exception {
    start(1, FaultPlan.exactly(new Rule(Operation.PUT, 1, Fault.LOSE_REQUEST)));
    FileOutputCommitter task = committer(task(0, 0));
    task.setupJob(jobContext());
    write(task, "part-00000", "a");
    assertThatThrownBy(() -> task.commitTask(task(0, 0))).isInstanceOf(IOException.class);
    task.commitTask(task(0, 0));
    assertThat(fileSystem.keys()).hasSize(1);
  }

  @Test
  void anotherFileSystemObjectMayCommit() throws Exception {
    start(1, FaultPlan.none());
    FileOutputCommitter task = committer(task(0, 0));
    write(task, "part-00000", "a");
    FileOutputCommitter sameAttemptElsewhere = committer(task(0, 0));
    sameAttemptElsewhere.commitTask(task(0, 0));
    assertThat(fileSystem.keys()).hasSize(1);
  }

  @Test
  void theOldApiIsTheSame() throws Exception {
    start(1, FaultPlan.none());
    org.apache.hadoop.mapred.JobConf conf = new org.apache.hadoop.mapred.JobConf(configuration());
    org.apache.hadoop.mapred.FileOutputFormat.setOutputPath(conf, OUT);
    var committer = new org.apache.hadoop.mapred.FileOutputCommitter();
    var attempt = new org.apache.hadoop.mapred.TaskAttemptID("20261120", 1, TaskType.REDUCE, 5, 2);
    var job = new org.apache.hadoop.mapred.JobContextImpl(conf, JOB);
    var context = new org.apache.hadoop.mapred.TaskAttemptContextImpl(conf, attempt);
    committer.setupJob(job);
    Path attemptPath = committer.getTaskAttemptPath(context);
    try (FSDataOutputStream out = fileSystem.create(new Path(attemptPath, "part-00005.bz2"))) {
      out.writeBytes("rows");
    }
    committer.commitTask(context);
    committer.commitJob(job);
    assertThat(fileSystem.keys())
        .containsExactly(
            "data/out/_SUCCESS", "data/out/part-00005-attempt_20261120_0001_r_000005_2.bz2");
  }

  @Test
  void anAbortedJobDropsWhatIsNotPublished() throws Exception {
    start(1, FaultPlan.none());
    FileOutputCommitter task = committer(task(0, 0));
    task.setupJob(jobContext());
    write(task, "part-00000", "a");
    task.abortJob(jobContext(), JobStatus.State.FAILED);
    assertThat(fileSystem.keys()).isEmpty();
    assertThat(fileSystem.exists(new Path(OUT, "_temporary"))).isFalse();
    assertThat(task.needsTaskCommit(task(0, 0))).isFalse();
  }

  private void start(int version, FaultPlan plan) throws IOException {
    algorithm = version;
    fileSystem = store.fileSystem(plan);
  }

  private Configuration configuration() {
    Configuration configuration = new Configuration(false);
    configuration.setInt(FileOutputCommitter.FILEOUTPUTCOMMITTER_ALGORITHM_VERSION, algorithm);
    TestFileSystems.serve(configuration, fileSystem);
    return configuration;
  }

  private JobContext jobContext() {
    return new JobContextImpl(configuration(), JOB);
  }

  private TaskAttemptContext task(int number, int attempt) {
    TaskID task = new TaskID(JOB, TaskType.MAP, number);
    return new TaskAttemptContextImpl(configuration(), new TaskAttemptID(task, attempt));
  }

  private FileOutputCommitter committer(TaskAttemptContext task) throws IOException {
    return new FileOutputCommitter(OUT, task);
  }

  private void commit(int task, int attempt, String... files) throws IOException {
    FileOutputCommitter committer = committer(task(task, attempt));
    committer.setupTask(task(task, attempt));
    for (String file : files) {
      write(committer, file, file + " of attempt " + attempt);
    }
    committer.commitTask(task(task, attempt));
  }

  private void write(FileOutputCommitter committer, String file, String text) throws IOException {
    try (FSDataOutputStream out = fileSystem.create(new Path(committer.getWorkPath(), file))) {
      out.writeBytes(text);
    }
  }

  private String read(Path path) throws IOException {
    try (FSDataInputStream in = fileSystem.open(path)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static List<String> names(FileStatus[] statuses) {
    return Arrays.stream(statuses).map(status -> status.getPath().getName()).toList();
  }
}
