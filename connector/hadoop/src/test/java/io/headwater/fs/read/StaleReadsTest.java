package io.headwater.fs.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwater.fs.InterceptedStore;
import io.headwater.fs.MeteredFileSystem;
import io.headwater.store.ListOptions;
import io.headwater.store.ObjectInfo;
import io.headwater.store.PutOptions;
import io.headwater.store.content.Content;
import io.headwater.store.layers.FaultPlan;
import io.headwater.testing.NeedsServer;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Random;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Readers with the status of a file that was deleted since, as in stale DataFrames. */
@NeedsServer
class StaleReadsTest {
  private static final String PART =
      "/in/part-00000-attempt_202601010000_0001_m_000000_1.c000.snappy.parquet";

  private static byte[] read(MeteredFileSystem fileSystem, FileStatus status, int last)
      throws Exception {
    try (FSDataInputStream in =
        fileSystem
            .openFile(status.getPath())
            .opt("fs.option.openfile.read.policy", "parquet, vector, random")
            .withFileStatus(status)
            .build()
            .get()) {
      byte[] bytes = new byte[last];
      in.readFully(status.getLen() - last, bytes);
      return bytes;
    }
  }

  private static FileStatus write(MeteredFileSystem fileSystem, int length) throws IOException {
    Path path = new Path(fileSystem.getUri() + PART);
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    try (FSDataOutputStream out = fileSystem.create(path, true)) {
      out.write(bytes);
    }
    return fileSystem.listStatus(path.getParent())[0];
  }

  /** Like another process. */
  private static void deleteEverything(MeteredFileSystem fileSystem) throws IOException {
    for (ObjectInfo object : fileSystem.store().list(ListOptions.tree("")).objects()) {
      fileSystem.store().delete(object.key());
    }
  }

  @ParameterizedTest
  @EnumSource
  void rowsOfASmallDeletedPartAreNotRead(InterceptedStore store) throws Exception {
    try (MeteredFileSystem fileSystem = store.fileSystem(FaultPlan.none())) {
      FileStatus part = write(fileSystem, 1000);
      assertThat(read(fileSystem, part, 1000)).hasSize(1000);
      deleteEverything(fileSystem);
      assertThatThrownBy(() -> read(fileSystem, part, 1000))
          .isInstanceOf(FileNotFoundException.class)
          .hasMessageContaining(PART);
    }
  }

  @ParameterizedTest
  @EnumSource
  void rowsOfALongDeletedPartAreNotReadThoughItsFooterIsKnown(InterceptedStore store)
      throws Exception {
    try (MeteredFileSystem fileSystem = store.fileSystem(FaultPlan.none())) {
      FileStatus part = write(fileSystem, 2 << 20);
      assertThat(read(fileSystem, part, 1000)).hasSize(1000);
      deleteEverything(fileSystem);
      assertThatThrownBy(() -> read(fileSystem, part, 2 << 20))
          .isInstanceOf(FileNotFoundException.class);
    }
  }

  @ParameterizedTest
  @EnumSource
  void theFooterOfALongDeletedPartIsNotRead(InterceptedStore store) throws Exception {
    try (MeteredFileSystem fileSystem = store.fileSystem(FaultPlan.none())) {
      FileStatus part = write(fileSystem, 2 << 20);
      assertThat(read(fileSystem, part, 1000)).hasSize(1000);
      deleteEverything(fileSystem);
      assertThatThrownBy(() -> read(fileSystem, part, 1000))
          .isInstanceOf(FileNotFoundException.class)
          .hasMessageContaining(PART);
    }
  }

  @ParameterizedTest
  @EnumSource
  void theFooterOfALongReplacedPartIsNotRead(InterceptedStore store) throws Exception {
    try (MeteredFileSystem fileSystem = store.fileSystem(FaultPlan.none())) {
      FileStatus part = write(fileSystem, 2 << 20);
      assertThat(read(fileSystem, part, 1000)).hasSize(1000);
      fileSystem
          .store()
          .put(PART.substring(1), Content.of(new byte[3 << 20]), PutOptions.OVERWRITE);
      assertThatThrownBy(() -> read(fileSystem, part, 1000))
          .isInstanceOf(ReplacedFileException.class);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aFooterIsForgottenWhenThisProcessDeletesItsFile(InterceptedStore store) throws Exception {
    try (MeteredFileSystem fileSystem = store.fileSystem(FaultPlan.none())) {
      FileStatus part = write(fileSystem, 2 << 20);
      assertThat(read(fileSystem, part, 1000)).hasSize(1000);
      fileSystem.delete(part.getPath().getParent(), true);
      assertThatThrownBy(() -> read(fileSystem, part, 1000))
          .isInstanceOf(FileNotFoundException.class);
    }
  }
}
