package io.headwater.fs;

import io.headwater.commit.manifest.ManifestKeys;
import io.headwater.fs.committer.MapReduceJobId;
import io.headwater.store.ListOptions;
import io.headwater.store.ObjectInfo;
import io.headwater.store.UploadListOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskID;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.lib.output.PathOutputCommitter;
import org.apache.hadoop.mapreduce.task.JobContextImpl;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;

/** A MapReduce job that writes to a folder, from its application master's and its tasks' side. */
final class CommittedJob {
  static final Path OUT = new Path("/data/out");
  private static final String OUT_KEY = "data/out";

  private final MeteredFileSystem fileSystem;
  private final Configuration configuration = new Configuration(false);
  private final JobID id = new JobID("20261120", 1);

  /**
   * A job with a unique id.
   *
   * @param settings names and values, alternating
   */
  CommittedJob(MeteredFileSystem fileSystem, String... settings) {
    this.fileSystem = fileSystem;
    for (int i = 0; i < settings.length; i += 2) {
      configuration.set(settings[i], settings[i + 1]);
    }
    configuration.set(MapReduceJobId.SPARK_UUID, UUID.randomUUID().toString());
    configuration.set("hadoop.tmp.dir", System.getProperty("java.io.tmpdir"));
    ConfiguredFileSystem.serve(configuration, fileSystem);
  }

  Configuration configuration() {
    return configuration;
  }

  JobContext context() {
    return new JobContextImpl(configuration, id);
  }

  TaskAttemptContext attempt(int task, int attempt) {
    return attempt(TaskType.MAP, task, attempt);
  }

  TaskAttemptContext attempt(TaskType kind, int task, int attempt) {
    TaskAttemptID name = new TaskAttemptID(new TaskID(id, kind, task), attempt);
    return new TaskAttemptContextImpl(configuration, name);
  }

  /** The committer of a separate process. */
  PathOutputCommitter committer(TaskAttemptContext context) throws IOException {
    return new HeadwaterCommitterFactory().createOutputCommitter(OUT, context);
  }

  /** The committer of the application master. */
  PathOutputCommitter master() throws IOException {
    return committer(attempt(0, 0));
  }

  /** Makes an attempt write files, each with its name and the attempt's as text. */
  PathOutputCommitter write(TaskAttemptContext context, String... files) throws IOException {
    PathOutputCommitter committer = committer(context);
    committer.setupTask(context);
    for (String file : files) {
      write(new Path(committer.getWorkPath(), file), file + " of " + number(context));
    }
    return committer;
  }

  private static int number(TaskAttemptContext context) {
    return context.getTaskAttemptID().getId();
  }

  /** Writes one file. */
  void write(Path path, String text) throws IOException {
    try (FSDataOutputStream out = path.getFileSystem(configuration).create(path)) {
      out.writeBytes(text);
    }
  }

  /** Makes an attempt write files and commit. */
  void commit(TaskAttemptContext context, String... files) throws IOException {
    write(context, files).commitTask(context);
  }

  /** The files for a reader that knows manifests: each file's text, in the order of names. */
  List<String> rows() throws IOException {
    List<String> rows = new ArrayList<>();
    if (!fileSystem.exists(OUT)) {
      return rows;
    }
    RemoteIterator<LocatedFileStatus> files = fileSystem.listFiles(OUT, true);
    while (files.hasNext()) {
      LocatedFileStatus file = files.next();
      if (!file.getPath().toUri().getPath().contains("/_")) {
        rows.add(read(file));
      }
    }
    rows.sort(null);
    return rows;
  }

  private String read(LocatedFileStatus file) throws IOException {
    try (FSDataInputStream in = fileSystem.open(file.getPath())) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** Every object in the store, read without the connector. */
  List<String> keys() throws IOException {
    return fileSystem.store().list(ListOptions.tree("")).objects().stream()
        .map(ObjectInfo::key)
        .toList();
  }

  /** The objects that must remain after a job. A settled claim may remain. */
  List<String> keysWithoutClaims() throws IOException {
    return keys().stream().filter(key -> !key.contains(".claim.")).toList();
  }

  /** The objects that are not manifests. */
  List<String> parts() throws IOException {
    return keys().stream().filter(key -> !ManifestKeys.isProtocol(OUT_KEY, key)).toList();
  }

  /** The keys of the tasks' reports. */
  List<String> reports() throws IOException {
    String all = ManifestKeys.base(OUT_KEY) + ".tasks/";
    return keys().stream().filter(key -> key.startsWith(all)).toList();
  }

  /** The keys of uploads that are neither completed nor aborted. */
  List<String> uploads() throws IOException {
    return fileSystem.store().uploads().list(UploadListOptions.under("")).uploads().stream()
        .map(upload -> upload.key())
        .toList();
  }
}
