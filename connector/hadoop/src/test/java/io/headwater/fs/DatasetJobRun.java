package io.headwater.fs;

import io.headwater.commit.dataset.DatasetJob;
import io.headwater.commit.dataset.OutputJob;
import io.headwater.commit.dataset.Overwrite;
import io.headwater.commit.manifest.CommittedAttempt;
import io.headwater.commit.manifest.ManifestEntry;
import io.headwater.commit.manifest.ManifestJob;
import io.headwater.fs.committer.DatasetOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** A job and its attempts, in the order of calls of Spark's commit protocol. */
public final class DatasetJobRun {
  public static final Overwrite CREATE = new Overwrite.Creation();
  public static final Overwrite APPEND = new Overwrite.Nothing();
  public static final Overwrite ALL = new Overwrite.Folders(Set.of(""));
  public static final Overwrite DYNAMIC = new Overwrite.WrittenFolders();

  private final FileSystem fileSystem;
  private final DatasetOutput output;
  private final String id = ManifestJob.newId();
  private final OutputJob job;
  private final List<ManifestEntry> reported = new ArrayList<>();

  private DatasetJobRun(FileSystem fileSystem, DatasetOutput output, Overwrite overwrite) {
    this.fileSystem = fileSystem;
    this.output = output;
    ManifestJob identity = new ManifestJob(id, Optional.of("test"), Optional.empty());
    this.job = output.job(identity, overwrite);
  }

  /** Checks for the output, which is Spark's first request, and sets up a job. */
  static DatasetJobRun begin(FileSystem fileSystem, Path root, Overwrite overwrite)
      throws IOException {
    fileSystem.exists(root);
    DatasetOutput output = DatasetOutput.at(root, fileSystem.getConf()).orElseThrow();
    DatasetJobRun run = new DatasetJobRun(fileSystem, output, overwrite);
    run.job.setUp();
    return run;
  }

  /** A complete job with one task for each file. Files are names below the root with their rows. */
  public static DatasetJobRun run(
      FileSystem fileSystem, Path root, Overwrite overwrite, Map<String, String> files)
      throws IOException {
    DatasetJobRun run = begin(fileSystem, root, overwrite);
    run.runTasks(files);
    run.commit();
    return run;
  }

  void runTasks(Map<String, String> files) throws IOException {
    int task = 0;
    for (Map.Entry<String, String> file : files.entrySet()) {
      seal(task, task, file.getKey(), file.getValue());
      report(publish(task, task));
      task++;
    }
  }

  /** Writes a file and closes it, which makes nothing visible. */
  void seal(int task, long attempt, String file, String rows) throws IOException {
    Path path = new Path(output.attemptFolder(id, task, attempt), file);
    try (FSDataOutputStream out = fileSystem.create(path, false)) {
      out.write(rows.getBytes());
    }
  }

  /** Commits an attempt, without reporting it to the driver. */
  List<ManifestEntry> publish(int task, long attempt) throws IOException {
    return output.commitAttempt(output.attemptFolder(id, task, attempt)).entries();
  }

  void abortAttempt(int task, long attempt) throws IOException {
    output.abortAttempt(output.attemptFolder(id, task, attempt));
  }

  /** Reports an attempt to the driver. */
  void report(List<ManifestEntry> entries) {
    reported.addAll(entries);
  }

  List<ManifestEntry> reported() {
    return reported;
  }

  private List<CommittedAttempt> attempts() {
    return List.of(CommittedAttempt.published(reported));
  }

  void commit() throws IOException {
    job.commit(attempts());
  }

  void abort() throws IOException {
    job.abort(attempts());
  }

  DatasetJob.Outcome outcome() {
    return job.outcome();
  }
}
