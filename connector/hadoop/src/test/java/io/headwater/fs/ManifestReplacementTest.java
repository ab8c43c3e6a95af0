package io.headwater.fs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.headwater.store.GetOptions;
import io.headwater.store.ListOptions;
import io.headwater.store.ObjectBody;
import io.headwater.store.ObjectInfo;
import io.headwater.store.PutOptions;
import io.headwater.store.content.Content;
import io.headwater.store.memory.MemoryStore;
import io.headwater.testing.Soak;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.BulkDelete;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FsShell;
import org.apache.hadoop.fs.MultipartUploader;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.UploadHandle;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.lib.output.committer.manifest.ManifestCommitter;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.apache.hadoop.util.ToolRunner;
import org.apache.hadoop.util.functional.FutureIO;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Programs that delete, rename or copy onto the {@code _SUCCESS} of a dataset. */
@ParameterizedClass
@EnumSource(Arbitration.class)
class ManifestReplacementTest {
  private static final Path ROOT = new Path("s3://bucket/data/out");
  private static final Path SUCCESS = new Path(ROOT, "_SUCCESS");
  private static final Path OTHER = new Path("s3://bucket/data/other");
  private static final String REFUSAL = "data/out/_SUCCESS";

  @Parameter private Arbitration arbitration;
  private MemoryStore store;
  private ServedFileSystem user;

  @BeforeEach
  void prepare() throws IOException {
    store = arbitration.open();
    Map<String, String> files = Map.of("part-00000.txt", "old 1\n", "part-00001.txt", "old 2\n");
    DatasetJobRun.run(ServedFileSystem.over(store), ROOT, DatasetJobRun.CREATE, files);
    user = ServedFileSystem.over(store);
    store.put("data/other", Content.of(bytes("other\n")), PutOptions.OVERWRITE);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private void requireOldRows() throws IOException {
    assertThat(rows()).containsExactly("old 1", "old 2");
  }

  private List<String> rows() throws IOException {
    return new DatasetRows(ServedFileSystem.over(store)).bySameWays(ROOT);
  }

  private List<String> keys() throws IOException {
    return store.list(ListOptions.tree("")).objects().stream().map(ObjectInfo::key).toList();
  }

  private byte[] manifest() throws IOException {
    try (ObjectBody body = store.get("data/out/_SUCCESS", GetOptions.WHOLE)) {
      return body.stream().readAllBytes();
    }
  }

  @Test
  void aJobOfHadoopsManifestCommitterIsRefusedBeforeItsFirstPart() throws IOException {
    List<String> before = keys();
    assertThatThrownBy(() -> committer().setupJob(context()))
        .hasMessageContaining(REFUSAL)
        .hasMessageContaining("fs.headwater.commit.manifest=true");
    assertThat(keys()).isEqualTo(before);
    requireOldRows();
  }

  /** Hadoop's committer gives up after 7.5 s. {@code make test} runs two ways of arbitration. */
  @Test
  void aJobOfHadoopsManifestCommitterThatBeganEarlierDoesNotReplaceTheManifest()
      throws IOException {
    assumeTrue(arbitration.ordinal() < Soak.size(2, Arbitration.values().length));
    user.delete(ROOT, true);
    ManifestCommitter late = committer();
    late.setupJob(context());
    late.setupTask(context());
    try (FSDataOutputStream out = user.create(new Path(late.getWorkPath(), "part-late.txt"))) {
      out.writeBytes("late\n");
    }
    late.commitTask(context());
    ServedFileSystem other = ServedFileSystem.over(store);
    DatasetJobRun.run(other, ROOT, DatasetJobRun.CREATE, Map.of("part-00000.txt", "new\n"));
    byte[] manifest = manifest();
    assertThatThrownBy(() -> late.commitJob(context())).hasMessageContaining(REFUSAL);
    assertThat(manifest()).isEqualTo(manifest);
  }

  @Test
  void hadoopsManifestCommitterOverwritesTheWholeDataset() throws IOException {
    user.delete(ROOT, true);
    ManifestCommitter job = committer();
    job.setupJob(context());
    job.setupTask(context());
    try (FSDataOutputStream out = user.create(new Path(job.getWorkPath(), "part-new.txt"))) {
      out.writeBytes("new\n");
    }
    job.commitTask(context());
    job.commitJob(context());
    assertThat(rows()).containsExactly("new");
    committer().setupJob(context());
  }

  private ManifestCommitter committer() throws IOException {
    return new ManifestCommitter(ROOT, context());
  }

  private TaskAttemptContext context() {
    TaskAttemptID attempt = TaskAttemptID.forName("attempt_20261120000000_0001_m_000000_0");
    return new TaskAttemptContextImpl(user.getConf(), attempt);
  }

  @Test
  void theManifestOfALiveDatasetIsNotDeletedByItself() throws IOException {
    assertThatThrownBy(() -> user.delete(SUCCESS, false))
        .hasMessageContaining(REFUSAL)
        .hasMessageContaining("2 files")
        .hasMessageContaining("delete the folder");
    requireOldRows();
  }

  @Test
  void deletesTheManifestWithItsFolderAndWithTheLastFile() throws IOException {
    for (var status : user.listStatus(ROOT)) {
      if (status.getPath().getName().startsWith("part")) {
        user.delete(status.getPath(), false);
      }
    }
    assertThat(user.delete(SUCCESS, false)).isTrue();
    prepare();
    assertThat(user.delete(ROOT, true)).isTrue();
    assertThat(keys()).containsExactly("data/other");
  }

  /** Like {@code hadoop fs -rm -r 's3://bucket/data/out/*'}, in the order of a listing. */
  @Test
  void theContentOfADatasetIsDeletedChildByChild() throws IOException {
    for (var status : user.listStatus(ROOT)) {
      user.delete(status.getPath(), true);
    }
    assertThat(user.exists(SUCCESS)).isFalse();
  }

  @Test
  void aBulkDeleteLeavesTheManifestOfFilesThatStay() throws IOException {
    List<Path> parts = List.of(user.listStatus(ROOT)).stream().map(each -> each.getPath()).toList();
    try (BulkDelete bulk = user.createBulkDelete(ROOT)) {
      assertThat(bulk.bulkDelete(List.of(SUCCESS)))
          .singleElement()
          .satisfies(failure -> assertThat(failure.getKey()).isEqualTo(SUCCESS))
          .satisfies(failure -> assertThat(failure.getValue()).contains(REFUSAL));
      requireOldRows();
      assertThat(bulk.bulkDelete(parts)).isEmpty();
    }
    assertThat(user.exists(SUCCESS)).isFalse();
  }

  @Test
  @SuppressWarnings("deprecation") // Called by FileContext.
  void aRenameThatOverwritesPutsOnlyAManifestThere() throws IOException {
    Options.Rename overwrite = Options.Rename.OVERWRITE;
    assertThatThrownBy(() -> user.rename(OTHER, SUCCESS, overwrite)).hasMessageContaining(REFUSAL);
    requireOldRows();
    assertThat(user.exists(OTHER)).isTrue();
    store.put("data/other", Content.of(manifest()), PutOptions.OVERWRITE);
    user.rename(OTHER, SUCCESS, overwrite);
    requireOldRows();
    assertThat(user.exists(OTHER)).isFalse();
  }

  @Test
  void aRenameToTheMissingBaseOfAppendsPutsOnlyAManifestThere() throws IOException {
    DatasetJobRun.run(user, ROOT, DatasetJobRun.APPEND, Map.of("part-00000.txt", "more\n"));
    store.delete("data/out/_SUCCESS");
    assertThatThrownBy(() -> user.rename(OTHER, SUCCESS)).hasMessageContaining(REFUSAL);
    assertThat(rows()).containsExactly("more");
  }

  @Test
  void aMultipartUploadDoesNotReplaceTheManifest() throws IOException {
    try (MultipartUploader uploader = user.createMultipartUploader(ROOT).build()) {
      assertThatThrownBy(() -> FutureIO.awaitFuture(uploader.startUpload(SUCCESS)))
          .hasMessageContaining(REFUSAL);
      Path early = new Path("s3://bucket/early/_SUCCESS");
      UploadHandle upload = FutureIO.awaitFuture(uploader(early).startUpload(early));
      var part =
          FutureIO.awaitFuture(
              uploader(early)
                  .putPart(upload, 1, true, early, new ByteArrayInputStream(bytes("x")), 1));
      DatasetJobRun.run(user, early.getParent(), DatasetJobRun.CREATE, Map.of("part-0.txt", "a\n"));
      assertThatThrownBy(
              () -> FutureIO.awaitFuture(uploader(early).complete(upload, early, Map.of(1, part))))
          .hasMessageContaining("early/_SUCCESS");
      assertThat(new DatasetRows(ServedFileSystem.over(store)).bySameWays(early.getParent()))
          .containsExactly("a");
    }
    requireOldRows();
  }

  private MultipartUploader uploader(Path file) throws IOException {
    return user.createMultipartUploader(file.getParent()).build();
  }

  @Test
  void theShellPutsOnlyAManifestThere(@TempDir java.nio.file.Path folder) throws Exception {
    java.nio.file.Path file = Files.write(folder.resolve("_SUCCESS"), bytes("{}"));
    for (String option : List.of("-f", "-d -f")) {
      assertThat(put(option, file)).contains(REFUSAL);
      requireOldRows();
    }
    byte[] kept = manifest();
    DatasetJobRun.run(user, ROOT, DatasetJobRun.APPEND, Map.of("part-00000.txt", "more\n"));
    Files.write(file, kept);
    assertThat(put("-f", file)).isEmpty();
    assertThat(rows()).containsExactly("more", "old 1", "old 2");
  }

  /** Returns the shell's messages. */
  private String put(String options, java.nio.file.Path file) throws Exception {
    PrintStream before = System.err;
    ByteArrayOutputStream reported = new ByteArrayOutputStream();
    System.setErr(new PrintStream(reported, true));
    try {
      String[] put = ("-put " + options + " " + file + " " + SUCCESS).split(" ");
      ToolRunner.run(new FsShell(user.getConf()), put);
    } finally {
      System.setErr(before);
    }
    return reported.toString();
  }
}
