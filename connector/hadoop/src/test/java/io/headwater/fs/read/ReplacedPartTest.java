package io.headwater.fs.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwater.fs.MemoryFileSystem;
import io.headwater.store.Operation;
import io.headwater.store.PutOptions;
import io.headwater.store.content.Content;
import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Parts of a Hadoop committer that are cached, and then replaced by another program. */
final class ReplacedPartTest {
  private static final String PREFIX = "in/part-00000-";
  private static final String PART = PREFIX + "attempt_202601010000_0001_m_000000_1.csv";
  private static final String ENTRY =
      PREFIX + "attempt_manifest-0123456789ab-0123456789abcdef0123456789abcdef_0001_m_000000_1.csv";

  private MemoryFileSystem fileSystem;

  @BeforeEach
  void aFileSystem() throws IOException {
    fileSystem = MemoryFileSystem.create();
  }

  private static Path path(String key) {
    return new Path("s3://bucket/" + key);
  }

  private static byte[] bytes(int length, int value) {
    byte[] bytes = new byte[length];
    Arrays.fill(bytes, (byte) value);
    return bytes;
  }

  private void byAnother(String key, byte[] bytes) throws IOException {
    fileSystem.store().put(key, Content.of(bytes), PutOptions.OVERWRITE);
  }

  private FileStatus listed(String key, byte[] bytes) throws IOException {
    byAnother(key, bytes);
    return fileSystem.listStatus(path(key).getParent())[0];
  }

  @ParameterizedTest
  @ValueSource(ints = {100, 2_000_000, 3_000_000})
  void aReaderThatKnowsOnlyThePathReadsTheCurrentVersion(int length) throws IOException {
    listed(PART, bytes(2_000_000, 1));
    byAnother(PART, bytes(length, 2));
    try (FSDataInputStream in = fileSystem.open(path(PART))) {
      assertThat(in.readAllBytes()).isEqualTo(bytes(length, 2));
    }
    assertThat(fileSystem.getFileStatus(path(PART)).getLen()).isEqualTo(length);
  }

  @Test
  void anUnchangedPartCostsNoFurtherRequest() throws IOException {
    listed(PART, bytes(2_000_000, 1));
    long before = fileSystem.requests().requests(Operation.GET);
    try (FSDataInputStream in = fileSystem.open(path(PART))) {
      assertThat(in.readAllBytes()).hasSize(2_000_000);
    }
    assertThat(fileSystem.requests().requests(Operation.GET) - before).isEqualTo(1);
  }

  @Test
  void aReaderNeverMixesTwoVersions() throws IOException {
    listed(PART, bytes(2_000_000, 1));
    try (FSDataInputStream in = fileSystem.open(path(PART))) {
      assertThat(in.read()).isEqualTo(1);
      byAnother(PART, bytes(2_000_000, 2));
      assertThatThrownBy(() -> in.readFully(1_999_000, new byte[1000]))
          .isInstanceOf(ReplacedFileException.class);
    } catch (ReplacedFileException e) {
      assertThat(e).hasMessageContaining(PART); // Closing the stream reports it again.
    }
  }

  @Test
  void aReaderWithTheListedStatusFailsOnce() throws Exception {
    FileStatus status = listed(PART, bytes(1000, 1));
    byAnother(PART, bytes(2000, 2));
    var open = fileSystem.openFile(status.getPath()).withFileStatus(status);
    assertThatThrownBy(() -> open.build().get().readFully(0, new byte[10]))
        .isInstanceOf(ReplacedFileException.class);
    try (FSDataInputStream in = fileSystem.open(path(PART))) {
      assertThat(in.readAllBytes()).isEqualTo(bytes(2000, 2));
    }
  }

  @Test
  void anObjectWithTheNameOfAnEntryIsNotReadInAnotherVersion() throws IOException {
    listed(ENTRY, bytes(1000, 1));
    byAnother(ENTRY, bytes(2000, 2));
    assertThatThrownBy(() -> fileSystem.open(path(ENTRY)).readFully(0, new byte[10]))
        .isInstanceOf(ReplacedFileException.class);
  }
}
