package io.headwater.fs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwater.fs.cache.DirectoryProbeCache;
import io.headwater.fs.read.ReplacedFileException;
import io.headwater.store.PutOptions;
import io.headwater.store.content.Content;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.fs.BulkDelete;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.MultipartUploader;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.UploadHandle;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** All threads of a file system see its changes at once, whichever way and thread made them. */
final class MutationCountLayerTest {
  private static final String KEY = "in/part-00000-x.parquet";
  private static final Path PART = new Path("s3://bucket/" + KEY);
  private static final Path FOLDER = PART.getParent();

  private MemoryFileSystem fileSystem;

  @BeforeEach
  void aPartThatThisThreadHasSeen() throws IOException {
    fileSystem = MemoryFileSystem.create();
    byAnother(200_000);
    assertThat(fileSystem.getFileStatus(PART).getLen()).isEqualTo(200_000);
  }

  private void byAnother(int length) throws IOException {
    fileSystem.store().put(KEY, Content.of(new byte[length]), PutOptions.OVERWRITE);
  }

  private long length() throws IOException {
    return fileSystem.getFileStatus(PART).getLen();
  }

  @Test
  void whatIsWrittenIsThereWhenItIsClosed() throws IOException {
    try (FSDataOutputStream out = fileSystem.create(PART, true)) {
      assertThat(length()).isEqualTo(200_000);
      out.write(new byte[7]);
    }
    assertThat(length()).isEqualTo(7);
    try (FSDataInputStream in = fileSystem.open(PART)) {
      assertThat(in.readAllBytes()).hasSize(7);
    }
  }

  @Test
  void whatAnotherThreadDeletesIsGone() {
    CompletableFuture.runAsync(
            () -> {
              try {
                fileSystem.delete(PART, false);
              } catch (IOException e) {
                throw new AssertionError(e);
              }
            })
        .join();
    assertThat(existsNow()).isFalse();
  }

  private boolean existsNow() {
    try {
      return fileSystem.exists(PART);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void whatIsDeletedInBulkIsGone() throws IOException {
    try (BulkDelete bulk = fileSystem.createBulkDelete(FOLDER)) {
      assertThat(bulk.bulkDelete(List.of(PART))).isEmpty();
    }
    assertThat(existsNow()).isFalse();
  }

  @Test
  void whatIsUploadedInPartsIsThere() throws Exception {
    MultipartUploader uploader = fileSystem.createMultipartUploader(FOLDER).build();
    UploadHandle upload = uploader.startUpload(PART).get();
    var part = uploader.putPart(upload, 1, true, PART, new ByteArrayInputStream(new byte[9]), 9);
    uploader.complete(upload, PART, Map.of(1, part.get())).get();
    assertThat(length()).isEqualTo(9);
  }

  @Test
  void whatIsCreatedExclusivelyIsListed() throws IOException {
    assertThat(fileSystem.exists(new Path(FOLDER, DirectoryProbeCache.LOG))).isFalse();
    fileSystem.createExclusively(new Path(FOLDER, "new")).close();
    assertThat(Arrays.stream(fileSystem.listStatus(FOLDER)).map(each -> each.getPath().getName()))
        .containsExactly("new", PART.getName());
  }

  @Test
  void whatAnotherProgramReplacedFailsOnce() throws IOException {
    byAnother(300_000);
    assertThatThrownBy(() -> fileSystem.open(PART).readFully(0, new byte[10]))
        .isInstanceOf(ReplacedFileException.class);
    assertThat(length()).isEqualTo(300_000);
    try (FSDataInputStream in = fileSystem.open(PART)) {
      assertThat(in.readAllBytes()).hasSize(300_000);
    }
  }
}
