package io.headwater.fs;

import io.headwater.commit.manifest.CommittedAttempt;
import io.headwater.fs.committer.DatasetOutput;
import io.headwater.fs.committer.JobTasks;
import io.headwater.fs.committer.MapReduceJob;
import io.headwater.fs.committer.MapReduceJobId;
import io.headwater.store.exception.Failures;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.lib.output.PathOutputCommitter;

/**
 * Commits a MapReduce job's output by one manifest, which adds it to the dataset
 * (protocol/PROTOCOL.md, section 6). A task's attempt writes under its work path. Its commit
 * publishes the files and reports to the job by a task manifest, which the job's commit reads and
 * deletes.
 *
 * <p>Calls may come in any order, repeatedly, and from several processes. The dataset is unchanged
 * or contains all of the job's output. A restarted application master finds the reports of the
 * first one's tasks.
 */
public final class HeadwaterOutputCommitter extends PathOutputCommitter {
  private final Path outputPath;
  private final DatasetOutput output;
  private final TaskAttemptContext attempt;

  /** Empty until the job is set up, if the job has no other id. */
  private Optional<String> job;

  private MapReduceJob driver;

  /** Published files that were certainly not reported to the job. */
  private CommittedAttempt unrecorded;

  /**
   * The committer of one attempt, or of a job in an application master or a driver.
   *
   * @param outputPath in the user's notation
   * @param output the dataset there
   */
  HeadwaterOutputCommitter(Path outputPath, DatasetOutput output, TaskAttemptContext context)
      throws IOException {
    super(outputPath, context);
    this.outputPath = outputPath;
    this.output = output;
    this.attempt = context;
    this.job = MapReduceJobId.find(context);
  }

  @Override
  public Path getOutputPath() {
    return outputPath;
  }

  @Override
  public Path getWorkPath() throws IOException {
    return folder(attempt);
  }

  @Override
  public boolean hasOutputPath() {
    return true;
  }

  private String job() throws IOException {
    return job.orElseThrow(() -> MapReduceJobId.unknown(attempt));
  }

  private MapReduceJob driver() throws IOException {
    if (driver == null) {
      driver = new MapReduceJob(output, job(), attempt.getJobID());
    }
    return driver;
  }

  private Path folder(TaskAttemptContext context) throws IOException {
    TaskAttemptID name = context.getTaskAttemptID();
    return output.attemptFolder(job(), JobTasks.name(name.getTaskID()), name.getId());
  }

  @Override
  public void setupTask(TaskAttemptContext context) throws IOException {
    // An attempt without output needs no requests.
    AuditTrace.beginJob(job());
  }

  @Override
  public boolean needsTaskCommit(TaskAttemptContext context) throws IOException {
    return unrecorded != null || output.hasPending(folder(context));
  }

  @Override
  public void commitTask(TaskAttemptContext context) throws IOException {
    if (unrecorded == null && output.hasPending(folder(context))) {
      unrecorded = output.commitAttempt(folder(context));
    }
    if (unrecorded != null) {
      record(context.getTaskAttemptID());
    }
    AuditTrace.endJob();
  }

  /**
   * Reported files stay, whatever happens to the attempt. That includes files that may have been
   * reported.
   */
  private void record(TaskAttemptID name) throws IOException {
    try {
      String task = JobTasks.name(name.getTaskID());
      output.taskManifests(job()).record(task, name.toString(), unrecorded);
      unrecorded = null;
    } catch (IOException e) {
      if (Failures.mayHaveBeenApplied(e)) {
        unrecorded = null;
      }
      throw e;
    }
  }

  @Override
  public void abortTask(TaskAttemptContext context) throws IOException {
    AuditTrace.endJob();
    output.abortAttempt(folder(context));
    if (unrecorded != null) {
      output.discard(unrecorded);
      unrecorded = null;
    }
  }

  @Override
  public boolean isRecoverySupported(JobContext context) {
    return true;
  }

  @Override
  public void recoverTask(TaskAttemptContext context) {
    // The task's report is where the job's commit reads it.
  }

  @Override
  public void setupJob(JobContext context) throws IOException {
    if (job.isEmpty()) {
      job = Optional.of(MapReduceJobId.draw(context));
    }
    driver().setUp();
  }

  @Override
  public boolean isCommitJobRepeatable(JobContext context) {
    return true;
  }

  @Override
  public void commitJob(JobContext context) throws IOException {
    driver().commit(context);
  }

  @Override
  public void abortJob(JobContext context, JobStatus.State state) throws IOException {
    driver().abort();
  }

  /** Deletes the tasks' reports, not their files. Commit and abort do this themselves. */
  @Override
  @Deprecated
  public void cleanupJob(JobContext context) throws IOException {
    driver().cleanUp();
  }

  @Override
  public String toString() {
    return "HeadwaterOutputCommitter{" + outputPath + ", job " + job.orElse("not set up") + "}";
  }
}
