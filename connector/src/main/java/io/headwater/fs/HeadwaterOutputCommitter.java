package io.headwater.fs;

import io.headwater.commit.CommittedAttempt;
import io.headwater.store.Failures;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskID;
import org.apache.hadoop.mapreduce.lib.output.PathOutputCommitter;

/**
 * Commits what a MapReduce job writes by one manifest (protocol/PROTOCOL.md, section 6), which adds
 * it to what is there. A task's attempt writes under its work path; its commit publishes, and tells
 * the job by a task manifest, which the job's commit reads and deletes.
 *
 * <p>Any order of calls, each any number of times, and in several processes, leaves the dataset as
 * it was or with all of the job's output. A restarted application master finds what the first one's
 * tasks told.
 */
public final class HeadwaterOutputCommitter extends PathOutputCommitter {
  private final Path outputPath;
  private final DatasetOutput output;
  private final TaskAttemptContext attempt;

  /** Empty until the job is set up, where nothing else tells it. */
  private Optional<String> job;

  private MapReduceJob driver;

  /** What was published and the job surely was not told. */
  private CommittedAttempt untold;

  /**
   * The committer of one attempt, or of a job where an application master or a driver asks.
   *
   * @param outputPath as the user gave it
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
    return output.attemptFolder(job(), task(name), name.getId());
  }

  private static String task(TaskAttemptID name) {
    char kind = TaskID.getRepresentingCharacter(name.getTaskType());
    return String.format("%s_%06d", kind, name.getTaskID().getId());
  }

  @Override
  public void setupTask(TaskAttemptContext context) throws IOException {
    // Nothing is written for an attempt that has written nothing.
    AuditTrace.beginJob(job());
  }

  @Override
  public boolean needsTaskCommit(TaskAttemptContext context) throws IOException {
    return untold != null || output.hasPending(folder(context));
  }

  @Override
  public void commitTask(TaskAttemptContext context) throws IOException {
    if (untold == null && output.hasPending(folder(context))) {
      untold = output.commitAttempt(folder(context));
    }
    if (untold != null) {
      tell(context.getTaskAttemptID());
    }
    AuditTrace.endJob();
  }

  /** What the job may have been told stays, whatever becomes of the attempt. */
  private void tell(TaskAttemptID name) throws IOException {
    try {
      output.taskManifests(job()).tell(task(name), name.toString(), untold);
      untold = null;
    } catch (IOException e) {
      if (Failures.mayHaveBeenApplied(e)) {
        untold = null;
      }
      throw e;
    }
  }

  @Override
  public void abortTask(TaskAttemptContext context) throws IOException {
    AuditTrace.endJob();
    output.abortAttempt(folder(context));
    if (untold != null) {
      output.discard(untold);
      untold = null;
    }
  }

  @Override
  public boolean isRecoverySupported(JobContext context) {
    return true;
  }

  @Override
  public void recoverTask(TaskAttemptContext context) {
    // What the task told stands where the job's commit looks for it.
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
    driver().commit();
  }

  @Override
  public void abortJob(JobContext context, JobStatus.State state) throws IOException {
    driver().abort();
  }

  /** Deletes what the tasks told, not what they wrote: commit and abort do it themselves. */
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
