package io.headwater.fs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwater.store.Operation;
import java.nio.file.Files;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FsShell;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathIOException;
import org.apache.hadoop.util.ToolRunner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Other programs that write under one name and rename to another. */
class TemporaryNamesTest extends InterceptedStoreFixture {
  private static final Path TARGET = new Path("/in/data.csv");

  @Test
  void whatTheShellPutsIsWrittenOnceUnderItsLastName(@TempDir java.nio.file.Path folder)
      throws Exception {
    byte[] data = new byte[12 << 20];
    new Random(1).nextBytes(data);
    Files.write(folder.resolve("data.csv"), data);
    try (ServedFileSystem served = ServedFileSystem.over(fileSystem.store())) {
      String[] put = {"-put", folder.resolve("data.csv").toString(), "s3://bucket/"};
      assertThat(ToolRunner.run(new FsShell(served.getConf()), put)).isZero();
    }
    assertThat(fileSystem.keys()).containsExactly("data.csv");
    assertThat(fileSystem.open(new Path("/data.csv")).readAllBytes()).isEqualTo(data);
    assertThat(fileSystem.requests().requests(Operation.COPY)).isZero();
    assertThat(fileSystem.requests().requests(Operation.DELETE)).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/in/data.csv._COPYING_",
        "/in/.distcp.tmp.attempt_1",
        "/in/.distcp.tmp.attempt_local1_0001_m_000000_0.1732095839123",
        "/in/_temporary",
        "/in/_temporary/0"
      })
  void aFileThatNoProgramRenamesIsStoredWhenItIsClosed(String name) throws Exception {
    Path file = new Path(name);
    try (FSDataOutputStream out = fileSystem.create(file)) {
      out.writeBytes("rows");
    }
    assertThat(fileSystem.keys()).containsExactly(name.substring(1));
    assertThat(fileSystem.getFileStatus(file).getLen()).isEqualTo(4);
    assertThat(fileSystem.open(file).readAllBytes()).isEqualTo("rows".getBytes());
    assertThat(fileSystem.listStatus(file)).hasSize(1);
    assertThat(fileSystem.listStatus(file.getParent())).hasSize(1);
    assertThat(fileSystem.getContentSummary(file).getLength()).isEqualTo(4);
    assertThat(fileSystem.rename(file, TARGET)).isTrue();
    assertThat(fileSystem.keys()).containsExactly("in/data.csv");
    assertThat(fileSystem.rename(TARGET, file)).isTrue();
    assertThat(fileSystem.keys()).containsExactly(name.substring(1));
    assertThat(fileSystem.delete(file, false)).isTrue();
    assertThat(fileSystem.keys()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"_temporary", "data._COPYING_", ".distcp.tmp.attempt_1"})
  void aFileWithATemporaryNameIsPutByTheShell(String name, @TempDir java.nio.file.Path folder)
      throws Exception {
    Files.writeString(folder.resolve(name), "rows");
    try (ServedFileSystem served = ServedFileSystem.over(fileSystem.store())) {
      String[] put = {"-put", folder.resolve(name).toString(), "s3://bucket/"};
      assertThat(ToolRunner.run(new FsShell(served.getConf()), put)).isZero();
      fileSystem.mkdirs(new Path("/copies"));
      String[] copy = {"-cp", "s3://bucket/" + name, "s3://bucket/copies/" + name};
      assertThat(ToolRunner.run(new FsShell(served.getConf()), copy)).isZero();
    }
    assertThat(fileSystem.keys()).contains(name, "copies/" + name);
    assertThat(fileSystem.open(new Path("/" + name)).readAllBytes()).isEqualTo("rows".getBytes());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/out/_temporary/0/task_1_0001_m_000000",
        "/out/_temporary/0/task_1_0001_m_000000/part",
        "/out/_temporary/0/_temporary/attempt_1_0001_m_000000_0"
      })
  void aFileThatNothingWouldPublishIsRefused(String name) {
    assertThatThrownBy(() -> fileSystem.create(new Path(name)))
        .isInstanceOf(PathIOException.class)
        .hasMessageContaining(name)
        .hasMessageContaining("reserved for a job's committer");
  }

  @Test
  void aFileIsNotMovedToWhereNothingWouldPublishIt() throws Exception {
    try (FSDataOutputStream out = fileSystem.create(TARGET)) {
      out.writeBytes("rows");
    }
    Path work = new Path("/out/_temporary/0/_temporary/attempt_1_0001_m_000000_0/part");
    assertThatThrownBy(() -> fileSystem.rename(TARGET, work))
        .isInstanceOf(PathIOException.class)
        .hasMessageContaining("temporary name");
    assertThat(fileSystem.keys()).containsExactly("in/data.csv");
  }

  @Test
  void aFileWithAlmostAClaimsNameIsRenamedWithItsFolder() throws Exception {
    String claim = "_SUCCESS.claim.20260101T000001000Z-22222222222222222222222222222222";
    for (String name : List.of("_SUCCESS.claim.x", claim, claim + "~2", claim + "x")) {
      fileSystem.create(new Path("/in/" + name)).close();
    }
    assertThat(fileSystem.rename(new Path("/in"), new Path("/moved"))).isTrue();
    assertThat(fileSystem.keys()).containsExactly("moved/" + claim + "x", "moved/_SUCCESS.claim.x");
  }

  @Test
  void aFileWithAlmostADeltasNameIsAnyFile() throws Exception {
    for (String name : List.of("data.csv", "_SUCCESS.delta.x")) {
      try (FSDataOutputStream out = fileSystem.create(new Path("/in/" + name))) {
        out.writeBytes("rows");
      }
    }
    assertThat(fileSystem.listStatus(new Path("/in"))).hasSize(2);
    assertThat(fileSystem.rename(new Path("/in"), new Path("/moved"))).isTrue();
    assertThat(fileSystem.open(new Path("/moved/_SUCCESS.delta.x")).readAllBytes()).hasSize(4);
    assertThat(fileSystem.keys()).containsExactly("moved/_SUCCESS.delta.x", "moved/data.csv");
  }

  @Test
  void aFileMayBeRenamedInsideItsAttempt() throws Exception {
    Path work = new Path("/out/_temporary/0/_temporary/attempt_1_0001_m_000000_0");
    try (FSDataOutputStream out = fileSystem.create(new Path(work, ".part.tmp"))) {
      out.writeBytes("rows");
    }
    assertThat(fileSystem.rename(new Path(work, ".part.tmp"), new Path(work, "part.orc"))).isTrue();
    assertThat(fileSystem.listStatus(work)).hasSize(1);
    fileSystem.rename(work, new Path("/out/_temporary/0/task_1_0001_m_000000"));
    assertThat(fileSystem.keys()).containsExactly("out/part-attempt_1_0001_m_000000_0.orc");
  }

  @Test
  void whatIsRenamedOntoItselfStaysPending() throws Exception {
    Path work = new Path("/out/_temporary/0/_temporary/attempt_1_0001_m_000000_0");
    Path part = new Path(work, "part");
    try (FSDataOutputStream out = fileSystem.create(part)) {
      out.writeBytes("rows");
    }
    assertThat(fileSystem.rename(part, part)).isTrue();
    assertThat(fileSystem.rename(work, work)).isFalse();
    fileSystem.rename(work, new Path("/out/_temporary/0/task_1_0001_m_000000"));
    assertThat(fileSystem.keys()).containsExactly("out/part-attempt_1_0001_m_000000_0");
  }

  @Test
  void deletingAPartDeletesItsOtherAttemptsToo() throws Exception {
    for (int attempt = 0; attempt < 2; attempt++) {
      Path work = new Path("/out/_temporary/0/_temporary/attempt_1_0001_m_000000_" + attempt);
      try (FSDataOutputStream out = fileSystem.create(new Path(work, "part-00000.gz"))) {
        out.writeBytes("rows");
      }
      fileSystem.rename(work, new Path("/out/_temporary/0/task_1_0001_m_000000"));
    }
    assertThat(fileSystem.keys()).hasSize(2);
    Path seen = fileSystem.listStatus(new Path("/out"))[0].getPath();
    assertThat(fileSystem.delete(seen, false)).isTrue();
    assertThat(fileSystem.keys()).isEmpty();
  }

  @Test
  void aPartIsFoundByTheNameThatItsJobGaveIt() throws Exception {
    Path work = new Path("/out/_temporary/0/_temporary/attempt_1_0001_r_000000_0");
    try (FSDataOutputStream out = fileSystem.create(new Path(work, "part-r-00000.gz"))) {
      out.writeBytes("rows");
    }
    fileSystem.rename(work, new Path("/out/_temporary/0/task_1_0001_r_000000"));
    Path logical = new Path("/out/part-r-00000.gz");
    assertThat(fileSystem.getFileStatus(logical).getPath())
        .isEqualTo(fileSystem.makeQualified(logical));
    assertThat(fileSystem.open(logical).readAllBytes()).isEqualTo("rows".getBytes());
    Path elsewhere = new Path("/elsewhere.gz");
    assertThat(fileSystem.rename(logical, elsewhere)).isTrue();
    assertThat(fileSystem.keys()).containsExactly("elsewhere.gz");
  }
}
