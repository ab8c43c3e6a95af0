package io.headwater.fs;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwater.store.ListOptions;
import io.headwater.store.ObjectInfo;
import io.headwater.store.Operation;
import io.headwater.store.layers.FaultPlan;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Other programs that write under one name and rename to another. */
@ParameterizedClass
@EnumSource(InterceptedStore.class)
class TemporaryNamesTest {
  private static final Path TARGET = new Path("/in/data.csv");

  @Parameter private InterceptedStore store;
  private MeteredFileSystem fileSystem;

  @BeforeEach
  void open() throws IOException {
    fileSystem = store.fileSystem(FaultPlan.none());
  }

  @AfterEach
  void close() throws IOException {
    fileSystem.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/in/data.csv._COPYING_",
        "/in/.distcp.tmp.attempt_local1_0001_m_000000_0.1732095839123"
      })
  void theCopyIsWrittenOnceUnderItsLastName(String name) throws Exception {
    fileSystem.mkdirs(TARGET.getParent());
    Path copy = new Path(name);
    byte[] data = new byte[12 << 20];
    new Random(1).nextBytes(data);
    try (FSDataOutputStream out = fileSystem.create(copy)) {
      out.write(data);
    }
    assertThat(keys()).containsExactly("in/");
    assertThat(fileSystem.getFileStatus(copy).getLen()).isEqualTo(data.length);

    assertThat(fileSystem.rename(copy, TARGET)).isTrue();

    assertThat(keys()).containsExactly("in/", "in/data.csv");
    assertThat(fileSystem.open(TARGET).readAllBytes()).isEqualTo(data);
    assertThat(fileSystem.exists(copy)).isFalse();
    assertThat(fileSystem.requests().requests(Operation.COPY)).isZero();
    assertThat(fileSystem.requests().requests(Operation.DELETE)).isZero();
  }

  @Test
  void aCopyThatIsGivenUpLeavesNothing() throws Exception {
    Path copy = TARGET.suffix("._COPYING_");
    try (FSDataOutputStream out = fileSystem.create(copy)) {
      out.write(new byte[12 << 20]);
    }
    assertThat(fileSystem.delete(copy, false)).isTrue();
    assertThat(keys()).isEmpty();
    assertThat(fileSystem.exists(copy)).isFalse();
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
    assertThat(keys()).containsExactly("out/part-attempt_1_0001_m_000000_0.orc");
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
    assertThat(keys()).containsExactly("out/part-attempt_1_0001_m_000000_0");
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
    assertThat(keys()).hasSize(2);
    Path seen = fileSystem.listStatus(new Path("/out"))[0].getPath();
    assertThat(fileSystem.delete(seen, false)).isTrue();
    assertThat(keys()).isEmpty();
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
    assertThat(keys()).containsExactly("elsewhere.gz");
  }

  private List<String> keys() throws IOException {
    return fileSystem.store().list(ListOptions.tree("")).objects().stream()
        .map(ObjectInfo::key)
        .toList();
  }
}
