package io.headwater.fs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwater.commit.manifest.MalformedManifestException;
import io.headwater.store.Operation;
import io.headwater.store.PutOptions;
import io.headwater.store.content.Content;
import io.headwater.store.layers.Fault;
import io.headwater.store.layers.FaultPlan;
import io.headwater.store.layers.FaultPlan.Rule;
import io.headwater.testing.NeedsServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.JobStatus.State;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.lib.output.PathOutputCommitter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The cases of Hadoop's committer tests, for our committer. */
@NeedsServer
@ParameterizedClass
@EnumSource(InterceptedStore.class)
class OutputCommitterTest {
  @Parameter private InterceptedStore store;
  private MeteredFileSystem fileSystem;
  private CommittedJob job;

  private void start(FaultPlan plan) throws IOException {
    fileSystem = store.fileSystem(plan);
    job = new CommittedJob(fileSystem);
  }

  private void start() throws IOException {
    start(FaultPlan.none());
  }

  @AfterEach
  void close() throws IOException {
    if (fileSystem != null) {
      fileSystem.close();
    }
  }

  @Test
  void aJobIsThereOnceItIsCommitted() throws Exception {
    start();
    PathOutputCommitter master = job.master();
    master.setupJob(job.context());
    assertThat(job.keys()).isEmpty();
    job.commit(job.attempt(0, 0), "part-m-00000", "month=1/part-m-00000.gz");
    job.commit(job.attempt(1, 0), "part-m-00001");
    assertThat(job.rows()).isEmpty();
    assertThat(job.parts()).hasSize(3);
    assertThat(job.reports()).hasSize(2);
    master.commitJob(job.context());

    assertThat(job.rows())
        .containsExactly("month=1/part-m-00000.gz of 0", "part-m-00000 of 0", "part-m-00001 of 0");
    assertThat(job.reports()).isEmpty();
    assertThat(job.keysWithoutClaims()).hasSize(4).contains("data/out/_SUCCESS");
  }

  @Test
  void aTaskCostsOneRequestAFileAndTwoForItsReport() throws Exception {
    start();
    PathOutputCommitter master = job.master();
    master.setupJob(job.context());
    for (int task = 0; task < 3; task++) {
      job.commit(job.attempt(task, 0), "a" + task, "b" + task);
    }
    assertThat(fileSystem.requests().requests())
        .containsExactlyInAnyOrderEntriesOf(Map.of(Operation.PUT, 6L + 3));
    master.commitJob(job.context());
    assertThat(fileSystem.requests().requests(Operation.GET)).isEqualTo(3);
    assertThat(fileSystem.requests().requests(Operation.BULK_DELETE)).isEqualTo(1);
  }

  @Test
  void aWorkPathIsTheAttemptsAlone() throws Exception {
    start();
    PathOutputCommitter map = job.committer(job.attempt(TaskType.MAP, 7, 1));
    PathOutputCommitter reduce = job.committer(job.attempt(TaskType.REDUCE, 7, 1));
    assertThat(map.hasOutputPath()).isTrue();
    assertThat(map.getOutputPath()).isEqualTo(CommittedJob.OUT);
    assertThat(map.getWorkPath()).isNotEqualTo(reduce.getWorkPath());
    assertThat(map.getWorkPath().toString()).endsWith("_m_000007_1");
  }

  @Test
  void mapsAndReducesOfOneNumberBothCount() throws Exception {
    start();
    job.commit(job.attempt(TaskType.MAP, 0, 0), "side");
    job.commit(job.attempt(TaskType.REDUCE, 0, 0), "side");
    job.master().commitJob(job.context());
    assertThat(job.rows()).containsExactly("side of 0", "side of 0");
  }

  @Test
  void nothingWrittenNeedsNoCommit() throws Exception {
    start();
    TaskAttemptContext context = job.attempt(0, 0);
    PathOutputCommitter task = job.write(context);
    assertThat(task.needsTaskCommit(context)).isFalse();
    task.commitTask(context);
    task.abortTask(context);
    assertThat(job.keys()).isEmpty();
    job.master().commitJob(job.context());
    assertThat(job.keysWithoutClaims()).containsExactly("data/out/_SUCCESS");
  }

  @Test
  void aTaskThatCommitsTwiceHasCommittedOnce() throws Exception {
    start();
    TaskAttemptContext context = job.attempt(0, 0);
    PathOutputCommitter task = job.write(context, "a");
    assertThat(task.needsTaskCommit(context)).isTrue();
    task.commitTask(context);
    assertThat(task.needsTaskCommit(context)).isFalse();
    task.commitTask(context);
    job.committer(context).commitTask(context);
    job.master().commitJob(job.context());
    assertThat(job.rows()).containsExactly("a of 0");
  }

  @Test
  void ofTwoAttemptsTheLastThatCommittedCounts() throws Exception {
    start();
    job.commit(job.attempt(0, 1), "long", "longer");
    job.commit(job.attempt(0, 0), "short");
    job.master().commitJob(job.context());
    assertThat(job.rows()).containsExactly("short of 0");
    assertThat(job.parts()).hasSize(3);
  }

  @Test
  void anAbortedAttemptLeavesNothingAndMayNotCommit() throws Exception {
    start();
    TaskAttemptContext context = job.attempt(0, 0);
    PathOutputCommitter task = job.write(context, "a");
    task.abortTask(context);
    task.abortTask(context);
    assertThat(task.needsTaskCommit(context)).isFalse();
    task.commitTask(context);
    job.commit(job.attempt(0, 1), "a");
    job.master().commitJob(job.context());
    assertThat(job.rows()).containsExactly("a of 1");
    assertThat(job.parts()).hasSize(1);
  }

  @Test
  void abortingACommittedAttemptChangesNothing() throws Exception {
    start();
    TaskAttemptContext context = job.attempt(0, 0);
    PathOutputCommitter task = job.write(context, "a");
    task.commitTask(context);
    task.abortTask(context);
    job.master().abortTask(context);
    job.master().commitJob(job.context());
    assertThat(job.rows()).containsExactly("a of 0");
  }

  @Test
  void removesAnAttemptThatWasCertainlyNotReported() throws Exception {
    start(FaultPlan.exactly(new Rule(Operation.PUT, 2, Fault.THROTTLE)));
    TaskAttemptContext context = job.attempt(0, 0);
    PathOutputCommitter task = job.write(context, "a");
    assertThatThrownBy(() -> task.commitTask(context)).hasMessageContaining("THROTTLE");
    assertThat(job.parts()).hasSize(1);
    assertThat(task.needsTaskCommit(context)).isTrue();
    task.abortTask(context);
    assertThat(job.keys()).isEmpty();
  }

  @Test
  void anAttemptWhoseWordMayHaveComeStays() throws Exception {
    start(FaultPlan.exactly(new Rule(Operation.PUT, 2, Fault.LOSE_RESPONSE)));
    TaskAttemptContext context = job.attempt(0, 0);
    PathOutputCommitter task = job.write(context, "a");
    assertThatThrownBy(() -> task.commitTask(context)).hasMessageContaining("LOSE_RESPONSE");
    task.abortTask(context);
    job.master().commitJob(job.context());
    assertThat(job.rows()).containsExactly("a of 0");
  }

  @Test
  void aTaskThatFailedToReportMayCommitAgain() throws Exception {
    start(FaultPlan.exactly(new Rule(Operation.PUT, 2, Fault.THROTTLE)));
    TaskAttemptContext context = job.attempt(0, 0);
    PathOutputCommitter task = job.write(context, "a");
    assertThatThrownBy(() -> task.commitTask(context)).hasMessageContaining("THROTTLE");
    task.commitTask(context);
    job.master().commitJob(job.context());
    assertThat(job.rows()).containsExactly("a of 0");
  }

  @Test
  void anAbortedJobLeavesTheDatasetAsItWas() throws Exception {
    start();
    job.commit(job.attempt(0, 0), "a");
    job.master().commitJob(job.context());
    List<String> before = job.keys();
    CommittedJob failed = new CommittedJob(fileSystem);
    PathOutputCommitter master = failed.master();
    master.setupJob(failed.context());
    failed.commit(failed.attempt(0, 0), "b", "c");
    failed.write(failed.attempt(1, 0), "d").abortTask(failed.attempt(1, 0));
    master.abortJob(failed.context(), State.FAILED);
    master.abortJob(failed.context(), State.KILLED);

    assertThat(job.keys()).isEqualTo(before);
    assertThat(job.rows()).containsExactly("a of 0");
    assertThatThrownBy(() -> master.commitJob(failed.context())).hasMessageContaining("ended");
    assertThat(job.rows()).containsExactly("a of 0");
  }

  @Test
  void abortingACommittedJobChangesNothing() throws Exception {
    start();
    PathOutputCommitter master = job.master();
    job.commit(job.attempt(0, 0), "a");
    master.commitJob(job.context());
    master.abortJob(job.context(), State.FAILED);
    job.master().abortJob(job.context(), State.FAILED);
    assertThat(job.rows()).containsExactly("a of 0");
  }

  @Test
  void aJobThatCommitsTwiceHasCommittedOnce() throws Exception {
    start();
    PathOutputCommitter master = job.master();
    assertThat(master.isCommitJobRepeatable(job.context())).isTrue();
    job.commit(job.attempt(0, 0), "a");
    master.commitJob(job.context());
    List<String> once = job.keys();
    master.commitJob(job.context());
    job.master().commitJob(job.context());
    assertThat(job.keys()).isEqualTo(once);
    assertThat(job.rows()).containsExactly("a of 0");
  }

  @Test
  void aRestartedMasterFindsTheTasksReports() throws Exception {
    start();
    PathOutputCommitter first = job.master();
    first.setupJob(job.context());
    job.commit(job.attempt(0, 0), "a");
    PathOutputCommitter second = job.master();
    assertThat(second.isRecoverySupported(job.context())).isTrue();
    second.setupJob(job.context());
    second.recoverTask(job.attempt(0, 0));
    second.recoverTask(job.attempt(0, 0));
    job.commit(job.attempt(1, 1000), "b");
    second.commitJob(job.context());
    assertThat(job.rows()).containsExactly("a of 0", "b of 1000");
  }

  @Test
  void aMasterThatDiedBeforeItCleanedUpHasCommitted() throws Exception {
    start(
        FaultPlan.exactly(new Rule(Operation.DELETE, 1, Fault.LOSE_REQUEST))
            .where(request -> request.key().contains(".tasks/")));
    job.commit(job.attempt(0, 0), "a");
    job.master().commitJob(job.context());
    assertThat(job.reports()).hasSize(1);
    List<String> parts = job.parts();
    job.master().abortJob(job.context(), State.FAILED);
    assertThat(job.reports()).isEmpty();
    assertThat(job.parts()).isEqualTo(parts);
    assertThat(job.rows()).containsExactly("a of 0");
  }

  @Test
  void aWordThatIsCutFailsTheJobAndStays() throws Exception {
    start();
    job.commit(job.attempt(0, 0), "a");
    job.commit(job.attempt(1, 0), "b");
    String cut = job.reports().get(0);
    byte[] bytes = "{\"format\":1,\"job\":".getBytes(StandardCharsets.UTF_8);
    fileSystem.store().put(cut, Content.of(bytes), PutOptions.OVERWRITE);
    PathOutputCommitter master = job.master();
    assertThatThrownBy(() -> master.commitJob(job.context()))
        .isInstanceOf(MalformedManifestException.class)
        .hasMessageContaining(cut);
    master.abortJob(job.context(), State.FAILED);
    assertThat(job.keys()).hasSize(2).contains(cut);
    assertThat(job.rows()).isEmpty();
  }

  @Test
  void jobsAtOneDestinationBothCount() throws Exception {
    start();
    CommittedJob other = new CommittedJob(fileSystem);
    PathOutputCommitter first = job.master();
    PathOutputCommitter second = other.master();
    first.setupJob(job.context());
    second.setupJob(other.context());
    job.commit(job.attempt(0, 0), "part-m-00000");
    other.commit(other.attempt(0, 0), "part-m-00000");
    first.commitJob(job.context());
    assertThat(job.rows()).hasSize(1);
    second.commitJob(other.context());
    assertThat(job.rows()).hasSize(2);
  }

  @Test
  void aFailedCommitLeavesTheDatasetAsItWas() throws Exception {
    start(
        FaultPlan.exactly(new Rule(Operation.PUT, 1, Fault.THROTTLE))
            .where(request -> request.key().endsWith("_SUCCESS")));
    PathOutputCommitter master = job.master();
    job.commit(job.attempt(0, 0), "a");
    assertThatThrownBy(() -> master.commitJob(job.context())).hasMessageContaining("THROTTLE");
    master.abortJob(job.context(), State.FAILED);
    assertThat(job.keysWithoutClaims()).isEmpty();
  }

  @Test
  void aFolderOfFilesIsOneFile() throws Exception {
    start();
    TaskAttemptContext context = job.attempt(TaskType.REDUCE, 3, 0);
    PathOutputCommitter task = job.write(context, "part-r-00003/data", "part-r-00003/index");
    task.commitTask(context);
    job.master().commitJob(job.context());
    assertThat(fileSystem.listStatus(new Path(CommittedJob.OUT, "part-r-00003"))).hasSize(2);
  }
}
