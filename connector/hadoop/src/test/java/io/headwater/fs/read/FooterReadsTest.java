package io.headwater.fs.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwater.fs.MemoryFileSystem;
import io.headwater.fs.cache.ObjectEnd;
import io.headwater.store.Operation;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;

/**
 * Readers of columnar files: a footer costs one request, and only the needed part of the rest is
 * read.
 */
final class FooterReadsTest {
  private static final int LENGTH = 12 << 20;
  private static final Path PARQUET = new Path("/part.parquet");
  private static final Path ORC = new Path("/part.orc");

  private final byte[] data = new byte[LENGTH];

  FooterReadsTest() {
    new Random(11).nextBytes(data);
  }

  private MemoryFileSystem with(Path path) throws IOException {
    MemoryFileSystem fileSystem = MemoryFileSystem.create();
    write(fileSystem, path, data);
    return fileSystem;
  }

  private static void write(MemoryFileSystem fileSystem, Path path, byte[] content)
      throws IOException {
    try (FSDataOutputStream out = fileSystem.create(path, true)) {
      out.write(content);
    }
  }

  private static FSDataInputStream openParquet(MemoryFileSystem fileSystem, FileStatus status)
      throws Exception {
    return fileSystem
        .openFile(PARQUET)
        .opt("fs.option.openfile.read.policy", "parquet, vector, random")
        .withFileStatus(status)
        .build()
        .get();
  }

  /** Like Parquet: the footer's length first, which is at the end. */
  private void readFooter(FSDataInputStream in) throws IOException {
    byte[] footer = new byte[5000];
    in.seek(LENGTH - 8);
    in.readFully(footer, 0, 8);
    in.seek(LENGTH - footer.length);
    in.readFully(footer);
    assertThat(footer).isEqualTo(Arrays.copyOfRange(data, LENGTH - footer.length, LENGTH));
  }

  private static long gets(MemoryFileSystem fileSystem) {
    return fileSystem.requests().requests(Operation.GET);
  }

  @Test
  void aFooterIsOneRequestEachTimeTheFileIsOpened() throws Exception {
    MemoryFileSystem fileSystem = with(PARQUET);
    FileStatus status = fileSystem.getFileStatus(PARQUET);
    for (int time = 0; time < 3; time++) {
      try (FSDataInputStream in = openParquet(fileSystem, status)) {
        readFooter(in);
      }
    }
    assertThat(gets(fileSystem)).isEqualTo(3);
    assertThat(fileSystem.requests().bytesReceived()).isEqualTo(3 * ObjectEnd.LENGTH);
  }

  @Test
  void requestsExactlyAChunk() throws Exception {
    MemoryFileSystem fileSystem = with(PARQUET);
    try (FSDataInputStream in = openParquet(fileSystem, fileSystem.getFileStatus(PARQUET))) {
      readFooter(in);
      byte[] chunk = new byte[2 << 20];
      in.readFully(1 << 20, chunk);
      in.readFully(3 << 20, chunk);
      assertThat(chunk).isEqualTo(Arrays.copyOfRange(data, 3 << 20, 5 << 20));
    }
    assertThat(gets(fileSystem)).isEqualTo(3);
    assertThat(fileSystem.requests().bytesReceived()).isEqualTo(ObjectEnd.LENGTH + (4L << 20));
  }

  /** ORC opens files without options. */
  @Test
  void aFileWithAColumnarNameIsBegunAtItsEnd() throws Exception {
    MemoryFileSystem fileSystem = with(ORC);
    try (FSDataInputStream in = fileSystem.open(ORC)) {
      byte[] tail = new byte[16 << 10];
      in.readFully(LENGTH - tail.length, tail);
      in.readFully(LENGTH - 3 * tail.length, tail);
      assertThat(gets(fileSystem)).isEqualTo(1);
      in.readFully(1000, tail);
      assertThat(tail).isEqualTo(Arrays.copyOfRange(data, 1000, 1000 + tail.length));
    }
    assertThat(gets(fileSystem)).isEqualTo(2);
    assertThat(fileSystem.requests().bytesReceived()).isLessThan(ObjectEnd.LENGTH + (512 << 10));
  }

  @Test
  void suchAFileIsReadFromItsFrontAsWell() throws Exception {
    MemoryFileSystem fileSystem = with(ORC);
    try (FSDataInputStream in = fileSystem.open(ORC)) {
      assertThat(in.readAllBytes()).isEqualTo(data);
    }
    assertThat(gets(fileSystem)).isEqualTo(2);
  }

  @Test
  void anEmptyOrShortOneHasAnEndAsWell() throws Exception {
    MemoryFileSystem fileSystem = with(ORC);
    for (int length :
        new int[] {0, 1, ObjectEnd.LENGTH - 1, ObjectEnd.LENGTH, ObjectEnd.LENGTH + 1}) {
      byte[] content = Arrays.copyOf(data, length);
      write(fileSystem, ORC, content);
      try (FSDataInputStream in = fileSystem.open(ORC)) {
        assertThat(in.readAllBytes()).isEqualTo(content);
      }
    }
  }

  @Test
  void aFooterIsForgottenWithItsEtag() throws Exception {
    MemoryFileSystem fileSystem = with(PARQUET);
    FileStatus old = fileSystem.getFileStatus(PARQUET);
    FSDataInputStream stale = openParquet(fileSystem, old);
    readFooter(stale);
    new Random(12).nextBytes(data);
    write(fileSystem, PARQUET, data);
    assertThatThrownBy(() -> stale.readFully(0, new byte[100]))
        .isInstanceOf(ReplacedFileException.class)
        .hasMessageContaining("replaced");
    assertThatThrownBy(stale::close).isInstanceOf(ReplacedFileException.class);
    try (FSDataInputStream in = openParquet(fileSystem, fileSystem.getFileStatus(PARQUET))) {
      readFooter(in);
    }
  }

  /** Like Spark's tasks with Parquet: by the path alone, first the status, then the footer. */
  @Test
  void aPartsStatusBringsItsFooter() throws Exception {
    Path part = new Path("/in/part-00003-0d1e.c000.snappy.parquet");
    MemoryFileSystem fileSystem = with(part);
    long before = fileSystem.requests().requests().values().stream().mapToLong(Long::valueOf).sum();
    FileStatus status = fileSystem.getFileStatus(part);
    assertThat(status.getLen()).isEqualTo(LENGTH);
    try (FSDataInputStream in = fileSystem.openFile(part).withFileStatus(status).build().get()) {
      readFooter(in);
    }
    try (FSDataInputStream in = fileSystem.open(part)) {
      readFooter(in);
      assertThat(fileSystem.getFileStatus(part).getLen()).isEqualTo(LENGTH);
    }
    // One for the status and the footer after it, one for the footer of the file's next opening.
    assertThat(fileSystem.requests().requests().values().stream().mapToLong(Long::valueOf).sum())
        .isEqualTo(before + 2);
  }

  @Test
  void aPartsStatusIsOfWhatTheThreadWroteLast() throws Exception {
    Path part = new Path("/in/part-00003-0d1e.c000.snappy.parquet");
    MemoryFileSystem fileSystem = with(part);
    fileSystem.getFileStatus(part);
    write(fileSystem, part, Arrays.copyOf(data, 5));
    assertThat(fileSystem.getFileStatus(part).getLen()).isEqualTo(5);
    fileSystem.delete(part, false);
    assertThat(fileSystem.exists(part)).isFalse();
    fileSystem.mkdirs(part);
    assertThat(fileSystem.getFileStatus(part).isDirectory()).isTrue();
  }
}
