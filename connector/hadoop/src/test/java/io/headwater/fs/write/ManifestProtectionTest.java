package io.headwater.fs.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwater.fs.Arbitration;
import io.headwater.fs.DatasetJobRun;
import io.headwater.fs.DatasetRows;
import io.headwater.fs.ServedFileSystem;
import io.headwater.store.GetOptions;
import io.headwater.store.ListOptions;
import io.headwater.store.ObjectBody;
import io.headwater.store.ObjectInfo;
import io.headwater.store.PutOptions;
import io.headwater.store.content.Content;
import io.headwater.store.memory.MemoryStore;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskID;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.lib.output.FileOutputCommitter;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs without manifests, writing to a dataset that was committed by one. */
@ParameterizedClass
@EnumSource(Arbitration.class)
class ManifestProtectionTest {
  private static final Path ROOT = new Path("s3://bucket/data/out");
  private static final Path SUCCESS = new Path(ROOT, "_SUCCESS");
  private static final JobID JOB = new JobID("20261120", 1);

  @Parameter private Arbitration arbitration;
  private MemoryStore store;

  @BeforeEach
  void prepare() throws IOException {
    store = arbitration.open();
    Map<String, String> files =
        Map.of("p=1/part-00000.txt", "old 1\n", "p=2/part-00000.txt", "old 2\n");
    DatasetJobRun.run(process(), ROOT, DatasetJobRun.CREATE, files);
  }

  private ServedFileSystem process() throws IOException {
    return ServedFileSystem.over(store);
  }

  private List<String> rows() throws IOException {
    return new DatasetRows(process()).bySameWays(ROOT);
  }

  private List<String> keys() throws IOException {
    return store.list(ListOptions.tree("")).objects().stream().map(ObjectInfo::key).toList();
  }

  /** The driver's side of a job of Hadoop's own committer, and one task's. */
  private static final class PlainJob {
    private final ServedFileSystem fileSystem;
    private final FileOutputCommitter committer;
    private final TaskAttemptContext context;

    PlainJob(ServedFileSystem fileSystem) throws IOException {
      this.fileSystem = fileSystem;
      TaskAttemptID attempt = new TaskAttemptID(new TaskID(JOB, TaskType.MAP, 0), 0);
      context = new TaskAttemptContextImpl(fileSystem.getConf(), attempt);
      committer = new FileOutputCommitter(ROOT, context);
    }

    void setUp() throws IOException {
      committer.setupJob(context);
    }

    void finish(String file, String rows) throws IOException {
      Path path = new Path(committer.getWorkPath(), file);
      try (FSDataOutputStream out = fileSystem.create(path)) {
        out.writeBytes(rows);
      }
      committer.commitTask(context);
      committer.commitJob(context);
    }
  }

  @Test
  void anAppendIsRefusedBeforeItsFirstPart() throws IOException {
    List<String> before = keys();
    PlainJob job = new PlainJob(process());
    assertThatThrownBy(job::setUp)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("data/out/_SUCCESS")
        .hasMessageContaining("fs.headwater.commit.manifest=true");
    assertThat(keys()).isEqualTo(before);
    assertThat(rows()).containsExactly("old 1", "old 2");
  }

  @Test
  void aDatasetThatWasCreatedSinceALookIsProtected() throws IOException {
    ServedFileSystem process = process();
    process.delete(ROOT, true);
    assertThat(process.exists(ROOT)).isFalse();
    DatasetJobRun.run(process, ROOT, DatasetJobRun.CREATE, Map.of("part-00000.txt", "new\n"));
    assertThatThrownBy(new PlainJob(process)::setUp).hasMessageContaining("data/out/_SUCCESS");
    assertThat(rows()).containsExactly("new");
  }

  @Test
  void aJobThatBeganBeforeTheManifestWasThereDoesNotReplaceIt() throws IOException {
    ServedFileSystem plain = process();
    plain.delete(ROOT, true);
    PlainJob job = new PlainJob(plain);
    job.setUp();
    DatasetJobRun.run(process(), ROOT, DatasetJobRun.CREATE, Map.of("part-00000.txt", "new\n"));
    assertThatThrownBy(() -> job.finish("part-00000.txt", "late\n"))
        .hasMessageContaining("fs.headwater.commit.manifest=true");
    assertThat(rows()).contains("new");
  }

  @Test
  void anOverwriteOfTheWholeDatasetWorks() throws IOException {
    ServedFileSystem plain = process();
    plain.delete(ROOT, true);
    PlainJob job = new PlainJob(plain);
    job.setUp();
    job.finish("part-00000.txt", "new\n");
    assertThat(rows()).containsExactly("new");
    assertThat(process().getFileStatus(SUCCESS).getLen()).isZero();
  }

  @Test
  void anotherThreadsDeleteDoesNotLetAnAppendIn() throws Exception {
    ServedFileSystem plain = process();
    CompletableFuture.runAsync(() -> deletePartition(plain)).get();
    assertThatThrownBy(new PlainJob(plain)::setUp).hasMessageContaining("_SUCCESS");
    assertThat(rows()).containsExactly("old 2");
  }

  private static void deletePartition(ServedFileSystem fileSystem) {
    try {
      fileSystem.delete(new Path(ROOT, "p=1"), true);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void anOverwriteOfAPartitionKeepsTheManifest() throws IOException {
    ServedFileSystem plain = process();
    plain.delete(new Path(ROOT, "p=1"), true);
    PlainJob job = new PlainJob(plain);
    job.setUp();
    job.finish("p=1/part-00000.txt", "new 1\n");
    assertThat(rows()).containsExactly("new 1", "old 2");
    assertThat(process().getFileStatus(SUCCESS).getLen()).isPositive();
    assertThatThrownBy(new PlainJob(plain)::setUp).hasMessageContaining("_SUCCESS");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "done\n", "{\"name\": \"org.apache.hadoop.fs.s3a.commit\"}"})
  void aFileDoesNotReplaceTheManifest(String text) throws IOException {
    FSDataOutputStream out = process().create(SUCCESS, true);
    out.writeBytes(text);
    assertThatThrownBy(out::close).hasMessageContaining("data/out/_SUCCESS");
    assertThat(rows()).containsExactly("old 1", "old 2");
  }

  @Test
  void aManifestReplacesAManifest() throws IOException {
    byte[] kept;
    try (ObjectBody body = store.get("data/out/_SUCCESS", GetOptions.WHOLE)) {
      kept = body.stream().readAllBytes();
    }
    DatasetJobRun.run(process(), ROOT, DatasetJobRun.DYNAMIC, Map.of("p=3/part-00000.txt", "3\n"));
    try (FSDataOutputStream out = process().create(SUCCESS, true)) {
      out.write(kept);
    }
    assertThat(rows()).containsExactly("old 1", "old 2");
  }

  @Test
  void anotherProgramsMarkerIsReplaced() throws IOException {
    Path other = new Path("s3://bucket/other/_SUCCESS");
    for (String text : List.of("first", "", "{}")) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      store.put("other/_SUCCESS", Content.of(bytes), PutOptions.OVERWRITE);
      process().create(other, true).close();
      assertThat(process().getFileStatus(other).getLen()).isZero();
    }
  }
}
