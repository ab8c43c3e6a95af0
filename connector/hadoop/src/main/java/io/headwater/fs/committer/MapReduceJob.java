package io.headwater.fs.committer;

import io.headwater.commit.dataset.DatasetJob;
import io.headwater.commit.dataset.DatasetState;
import io.headwater.commit.dataset.OutputJob;
import io.headwater.commit.dataset.Overwrite;
import io.headwater.commit.dataset.TaskManifests;
import io.headwater.commit.manifest.CommittedAttempt;
import io.headwater.commit.manifest.ManifestJob;
import io.headwater.fs.metrics.ProcessCounter;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * A MapReduce job's side of the protocol, in its application master. Another master of the job,
 * abandoned or about to be, may have done a part of it.
 */
public final class MapReduceJob {
  private final DatasetOutput output;
  private final ManifestJob identity;
  private final TaskManifests tasks;
  private final OutputJob job;

  /**
   * A job.
   *
   * @param id in manifests
   * @param name in MapReduce
   */
  public MapReduceJob(DatasetOutput output, String id, JobID name) throws IOException {
    this.output = output;
    tasks = output.taskManifests(id);
    String user = UserGroupInformation.getCurrentUser().getShortUserName();
    identity = new ManifestJob(id, Optional.of(name.toString()), Optional.of(user));
    job = output.job(identity, new Overwrite.Nothing());
  }

  /** Prepares the job, before its tasks start. */
  public void setUp() throws IOException {
    job.setUp();
  }

  /** Commits the tasks' reports, also those that a listing lacks, unless another master did. */
  public void commit(JobContext context) throws IOException {
    if (job.outcome() == DatasetJob.Outcome.COMMITTED) {
      return;
    }
    List<String> reports = tasks.keys(listed -> JobTasks.likely(context, listed));
    if (!isCommitted()) {
      job.commit(tasks.read(reports));
      ProcessCounter.JOBS_COMMITTED.add(1);
    }
    tasks.delete(reports);
  }

  /** Deletes the files in the tasks' reports, unless they are or may be committed. */
  public void abort() throws IOException {
    DatasetJob.Outcome outcome = job.outcome();
    if (outcome == DatasetJob.Outcome.COMMITTED || outcome == DatasetJob.Outcome.UNKNOWN) {
      return;
    }
    List<String> reports = tasks.keys();
    if (!isCommitted()) {
      Map<String, CommittedAttempt> read = tasks.readable(reports);
      job.abort(List.copyOf(read.values()));
      reports = List.copyOf(read.keySet());
    }
    tasks.delete(reports);
  }

  /** Deletes the tasks' reports. */
  public void cleanUp() throws IOException {
    tasks.delete(tasks.keys());
  }

  /** Whether the dataset has a manifest of this job, or recently had one. */
  private boolean isCommitted() throws IOException {
    DatasetState state = output.state();
    if (state.isEmpty() && state.baseObject().isEmpty()) {
      job.expectNothing();
    }
    Stream<String> ofBase =
        state.base().stream()
            .flatMap(
                base ->
                    Stream.concat(
                        Stream.concat(Stream.of(base.id()), base.folded().stream()),
                        base.replaced().stream().flatMap(replaced -> replaced.id().stream())));
    return Stream.concat(state.deltasSeen().stream(), ofBase)
        .anyMatch(manifest -> manifest.endsWith("-" + identity.id()));
  }
}
