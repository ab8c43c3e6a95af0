package io.headwater.fs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwater.store.ListOptions;
import io.headwater.store.PutOptions;
import io.headwater.store.content.Content;
import java.io.FileNotFoundException;
import java.io.IOException;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;

/** A part's two names, and its cached metadata. */
class PartNamesTest extends InterceptedStoreFixture {
  private static final Path OUT = new Path("/out");
  private static final Path LOGICAL = new Path(OUT, "part-r-00000/data");
  private static final Path WORK =
      new Path(OUT, "_temporary/0/_temporary/attempt_1_0001_r_000000_0");
  private static final Path TASK = new Path(OUT, "_temporary/0/task_1_0001_r_000000");

  @Test
  void aReaderThatKnowsTheLengthFindsAPartByItsJobsName() throws Exception {
    commit("part-r-00000/data", "rows");
    try (FSDataInputStream in =
        fileSystem.openFile(LOGICAL).optLong("fs.option.openfile.length", 4).build().get()) {
      assertThat(in.readAllBytes()).isEqualTo("rows".getBytes());
    }
    try (FSDataInputStream in =
        fileSystem
            .openFile(new Path(OUT, "nothing"))
            .optLong("fs.option.openfile.length", 4)
            .build()
            .get()) {
      assertThatThrownBy(in::read).isInstanceOf(FileNotFoundException.class);
    }
  }

  @Test
  void aFolderStaysVisibleWhileAnAttemptWritesIntoIt() throws Exception {
    fileSystem.store().put("out/p=1/old", Content.of(new byte[1]), PutOptions.OVERWRITE);
    write("p=1/part-00000", "rows");
    Path folder = new Path(OUT, "p=1");
    assertThat(fileSystem.exists(folder)).isTrue();
    assertThat(fileSystem.globStatus(folder)).hasSize(1);
    assertThat(fileSystem.delete(folder, true)).isTrue();
    assertThat(fileSystem.store().list(ListOptions.tree("out/")).objects()).isEmpty();
  }

  @Test
  void readsTheCurrentVersionOfAReplacedPart() throws Exception {
    commit("part-00000", "rows");
    Path part = fileSystem.listStatus(OUT)[0].getPath();
    String key = part.toUri().getPath().substring(1);
    fileSystem.store().put(key, Content.of("other rows".getBytes()), PutOptions.OVERWRITE);
    assertThat(read(part)).isEqualTo("other rows");
    assertThat(fileSystem.getFileStatus(part).getLen()).isEqualTo(10);
  }

  @Test
  void readsAPartAgainThatWeReplace() throws Exception {
    commit("part-00000", "rows");
    Path part = fileSystem.listStatus(OUT)[0].getPath();
    try (FSDataOutputStream out = fileSystem.create(part, true)) {
      out.writeBytes("other rows");
    }
    assertThat(read(part)).isEqualTo("other rows");
    assertThat(fileSystem.getFileStatus(part).getLen()).isEqualTo(10);
  }

  @Test
  void aDeletedPartBlocksNoWriter() throws Exception {
    commit("part-00000", "rows");
    Path part = fileSystem.listStatus(OUT)[0].getPath();
    fileSystem.store().delete(part.toUri().getPath().substring(1));
    assertThat(fileSystem.rename(part, new Path(OUT, "elsewhere"))).isFalse();
    fileSystem.create(part, false).close();
    assertThat(fileSystem.getFileStatus(part).getLen()).isZero();
  }

  @Test
  void whatAnotherCommitterLeftCanBeSeenAndDeleted() throws Exception {
    String left = "out/_temporary/0/task_x/part-00000";
    fileSystem.store().put(left, Content.of(new byte[1]), PutOptions.OVERWRITE);
    Path temporary = new Path(OUT, "_temporary");
    assertThat(fileSystem.listStatus(temporary)).hasSize(1);
    assertThat(fileSystem.delete(temporary, true)).isTrue();
    assertThat(fileSystem.exists(temporary)).isFalse();
  }

  private void commit(String file, String text) throws IOException {
    write(file, text);
    fileSystem.rename(WORK, TASK);
  }

  private void write(String file, String text) throws IOException {
    try (FSDataOutputStream out = fileSystem.create(new Path(WORK, file))) {
      out.writeBytes(text);
    }
  }

  private String read(Path path) throws IOException {
    try (FSDataInputStream in = fileSystem.open(path)) {
      return new String(in.readAllBytes());
    }
  }
}
