package io.headwater.fs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwater.commit.CommitStateUnknownException;
import io.headwater.commit.dataset.TaskManifests;
import io.headwater.commit.manifest.CommittedAttempt;
import io.headwater.fs.committer.MapReduceJobId;
import io.headwater.store.Operation;
import io.headwater.store.PutMode;
import io.headwater.store.concurrent.WorkerPool;
import io.headwater.store.layers.Fault;
import io.headwater.store.layers.FaultPlan;
import io.headwater.store.layers.FaultPlan.Rule;
import io.headwater.store.upload.PendingUpload;
import io.headwater.testing.NeedsServer;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.JobStatus.State;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.output.PathOutputCommitter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** With {@code fs.headwater.commit.visibility=job} no object is visible before the job commits. */
@NeedsServer
@ParameterizedClass
@EnumSource(InterceptedStore.class)
class JobVisibilityTest {
  private static final int LONG = 12 << 20;

  @Parameter private InterceptedStore store;
  private MeteredFileSystem fileSystem;
  private CommittedJob job;

  private void start(FaultPlan plan) throws IOException {
    fileSystem = store.fileSystem(plan);
    job =
        new CommittedJob(
            fileSystem,
            "fs.headwater.commit.visibility",
            "job",
            "fs.headwater.upload.whole.size",
            "6m",
            "fs.headwater.upload.part.size",
            "5m");
  }

  @AfterEach
  void close() throws IOException {
    if (fileSystem != null) {
      fileSystem.close();
    }
  }

  @Test
  void nothingIsThereBeforeTheJobCommits() throws Exception {
    start(FaultPlan.none());
    PathOutputCommitter master = job.master();
    master.setupJob(job.context());
    TaskAttemptContext context = job.attempt(0, 0);
    PathOutputCommitter task = job.write(context, "short", "month=1/short");
    writeLong(new Path(task.getWorkPath(), "long"));
    job.write(new Path(task.getWorkPath(), "empty"), "");
    assertThat(task.needsTaskCommit(context)).isTrue();
    task.commitTask(context);
    job.commit(job.attempt(1, 0), "other");
    assertThat(job.parts()).isEmpty();
    assertThat(job.uploads()).hasSize(4);
    assertThat(job.rows()).isEmpty();
    master.commitJob(job.context());

    assertThat(job.uploads()).isEmpty();
    assertThat(job.reports()).isEmpty();
    assertThat(job.parts()).hasSize(5);
    assertThat(job.rows()).contains("short of 0", "month=1/short of 0", "other of 0", "");
    assertThat(job.rows()).anyMatch(row -> row.length() == LONG);
    assertManifestListsTheParts();
  }

  /** The manifest's ETags are the completed objects'. */
  private void assertManifestListsTheParts() throws IOException {
    for (var entry :
        fileSystem.context().bucket().datasets().read("data/out").entries().entrySet()) {
      assertThat(fileSystem.store().head(entry.getKey()).etag()).isEqualTo(entry.getValue().etag());
    }
  }

  private void writeLong(Path path) throws IOException {
    try (FSDataOutputStream out = path.getFileSystem(job.configuration()).create(path)) {
      for (int written = 0; written < LONG; written += 1 << 20) {
        out.write(new byte[1 << 20]);
      }
    }
  }

  @Test
  void anAbortedAttemptLeavesNoUpload() throws Exception {
    start(FaultPlan.none());
    TaskAttemptContext context = job.attempt(0, 0);
    PathOutputCommitter task = job.write(context, "short");
    writeLong(new Path(task.getWorkPath(), "long"));
    assertThat(job.uploads()).hasSize(1);
    task.abortTask(context);
    assertThat(job.uploads()).isEmpty();
    assertThat(job.keys()).isEmpty();
  }

  @Test
  void anAttemptThatFailsToCommitLeavesNoUpload() throws Exception {
    start(FaultPlan.exactly(new Rule(Operation.PUT_PART, 2, Fault.LOSE_REQUEST)));
    TaskAttemptContext context = job.attempt(0, 0);
    PathOutputCommitter task = job.write(context, "a", "b", "c");
    assertThatThrownBy(() -> task.commitTask(context)).hasMessageContaining("LOSE_REQUEST");
    task.abortTask(context);
    assertThat(job.uploads()).isEmpty();
    assertThat(job.keys()).isEmpty();
  }

  @Test
  void anAttemptThatFailsToReportLeavesNoUpload() throws Exception {
    start(FaultPlan.exactly(new Rule(Operation.PUT, 1, Fault.THROTTLE)));
    TaskAttemptContext context = job.attempt(0, 0);
    PathOutputCommitter task = job.write(context, "a", "b");
    assertThatThrownBy(() -> task.commitTask(context)).hasMessageContaining("THROTTLE");
    task.abortTask(context);
    assertThat(job.uploads()).isEmpty();
  }

  @Test
  void anAbortedJobLeavesNoUpload() throws Exception {
    start(FaultPlan.none());
    PathOutputCommitter master = job.master();
    job.commit(job.attempt(0, 0), "a", "b");
    job.commit(job.attempt(1, 0), "c");
    assertThat(job.uploads()).hasSize(3);
    master.abortJob(job.context(), State.FAILED);
    assertThat(job.uploads()).isEmpty();
    assertThat(job.keys()).isEmpty();
  }

  @Test
  void anAttemptThatLostOrDiedLeavesNoUploadOnceItsJobHasEnded() throws Exception {
    start(FaultPlan.none());
    job.commit(job.attempt(0, 0), "a", "b");
    writeLong(new Path(job.committer(job.attempt(0, 1)).getWorkPath(), "died"));
    job.commit(job.attempt(0, 2), "a");
    CommittedJob other = new CommittedJob(fileSystem, "fs.headwater.commit.visibility", "job");
    other.commit(other.attempt(0, 0), "others");
    assertThat(job.uploads()).hasSize(5);
    job.master().commitJob(job.context());
    assertThat(job.rows()).containsExactly("a of 2");
    assertThat(job.uploads()).hasSize(1);
    other.master().abortJob(other.context(), State.KILLED);
    assertThat(job.uploads()).isEmpty();
  }

  @Test
  void ifOneUploadIsRefusedTheJobHasFailed() throws Exception {
    start(FaultPlan.exactly(new Rule(Operation.COMPLETE_UPLOAD, 2, Fault.THROTTLE)));
    PathOutputCommitter master = job.master();
    job.commit(job.attempt(0, 0), "a", "b", "c");
    assertThatThrownBy(() -> master.commitJob(job.context())).hasMessageContaining("THROTTLE");
    assertThat(job.parts()).isEmpty();
    assertThat(job.uploads()).isEmpty();
    assertThatThrownBy(() -> master.commitJob(job.context())).hasMessageContaining("ended");
    master.abortJob(job.context(), State.FAILED);
    assertThat(job.keys()).isEmpty();
  }

  @Test
  void anUploadWhoseResponseWasLostIsFound() throws Exception {
    start(FaultPlan.exactly(new Rule(Operation.COMPLETE_UPLOAD, 2, Fault.LOSE_RESPONSE)));
    job.commit(job.attempt(0, 0), "a", "b", "c");
    job.master().commitJob(job.context());
    assertThat(job.rows()).hasSize(3);
    assertManifestListsTheParts();
  }

  @Test
  void ifAnUploadsOutcomeIsUnknownNothingIsDeleted() throws Exception {
    start(FaultPlan.exactly(new Rule(Operation.COMPLETE_UPLOAD, 2, Fault.LOSE_REQUEST)));
    PathOutputCommitter master = job.master();
    job.commit(job.attempt(0, 0), "a", "b", "c");
    assertThatThrownBy(() -> master.commitJob(job.context()))
        .isInstanceOf(CommitStateUnknownException.class);
    master.abortJob(job.context(), State.FAILED);
    assertThat(job.parts()).hasSize(2);
    assertThat(job.uploads()).hasSize(1);
    assertThat(job.reports()).hasSize(1);
    assertThat(job.rows()).isEmpty();
  }

  @Test
  void ifTheManifestIsRefusedNothingStays() throws Exception {
    start(
        FaultPlan.exactly(new Rule(Operation.PUT, 1, Fault.THROTTLE))
            .where(request -> request.key().endsWith("_SUCCESS")));
    PathOutputCommitter master = job.master();
    job.commit(job.attempt(0, 0), "a", "b");
    assertThatThrownBy(() -> master.commitJob(job.context())).hasMessageContaining("THROTTLE");
    master.abortJob(job.context(), State.FAILED);
    assertThat(job.keysWithoutClaims()).isEmpty();
  }

  @Test
  void aMasterThatDiedWhileItCompletedIsFollowedByAnother() throws Exception {
    start(FaultPlan.none());
    job.commit(job.attempt(0, 0), "a", "b");
    PendingUpload upload = reports().get(0).uploads().get(0);
    fileSystem
        .store()
        .uploads()
        .complete(upload.key(), upload.uploadId(), upload.parts(), PutMode.OVERWRITE);
    job.master().commitJob(job.context());
    assertThat(job.rows()).containsExactly("a of 0", "b of 0");
    assertThat(job.uploads()).isEmpty();
    assertManifestListsTheParts();
  }

  private List<CommittedAttempt> reports() throws IOException {
    WorkerPool workers = new WorkerPool("test", 1);
    String id = MapReduceJobId.find(job.context()).orElseThrow();
    TaskManifests tasks = new TaskManifests(fileSystem.store(), workers, "data/out", id);
    return tasks.read(tasks.keys());
  }
}
