package io.headwater.fs.list;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwater.fs.MemoryFileSystem;
import io.headwater.store.Operation;
import io.headwater.store.PutOptions;
import io.headwater.store.content.Content;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Map;
import org.apache.hadoop.fs.ContentSummary;
import org.apache.hadoop.fs.InvalidPathException;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TreeSummaryTest {
  private static final String ATTEMPT = "-attempt_1_0001_m_000000_";

  private MemoryFileSystem fileSystem;

  @BeforeEach
  void open() throws IOException {
    fileSystem = MemoryFileSystem.create();
  }

  private void put(String key, int length) throws IOException {
    fileSystem.store().put(key, Content.of(new byte[length]), PutOptions.OVERWRITE);
  }

  private void assertSummary(String path, long folders, long files, long bytes) throws IOException {
    ContentSummary summary = fileSystem.getContentSummary(new Path(path));
    assertThat(summary.getDirectoryCount()).as("folders").isEqualTo(folders);
    assertThat(summary.getFileCount()).as("files").isEqualTo(files);
    assertThat(summary.getLength()).as("bytes").isEqualTo(bytes);
    assertThat(summary.getSpaceConsumed()).isEqualTo(bytes);
  }

  @Test
  void foldersAreCountedWhetherMarkedOrNot() throws IOException {
    put("a/", 0);
    put("a/b/c/1", 10);
    put("a/b/c/2", 5);
    put("a/empty/", 0);
    put("a-b", 7);
    put("a/x", 0);
    assertSummary("/a", 4, 3, 15);
    assertSummary("/a/empty", 1, 0, 0);
    assertSummary("/a/b/c/1", 0, 1, 10);
    assertSummary("/", 5, 4, 22);
  }

  @Test
  void aTreeCostsTwoListings() throws IOException {
    for (int i = 0; i < 30; i++) {
      put("a/" + i + "/file", 1);
    }
    Map<Operation, Long> before = fileSystem.requests().requests();
    assertSummary("/a", 31, 30, 30);
    assertThat(fileSystem.requests().requests().get(Operation.LIST))
        .isEqualTo(before.getOrDefault(Operation.LIST, 0L) + 2);
  }

  @Test
  void ofSeveralAttemptsOneCounts() throws IOException {
    put("a/part-00000" + ATTEMPT + "0", 3);
    put("a/part-00000" + ATTEMPT + "1", 4);
    assertSummary("/a", 1, 1, 4);
  }

  @Test
  void whatAnAttemptWritesIsSummedUpUnderItsTemporaryName() throws IOException {
    String attempt = "/out/_temporary/0/_temporary/attempt_1_0001_m_000000_0";
    try (var stream = fileSystem.create(new Path(attempt + "/part-00000"))) {
      stream.write(new byte[10]);
    }
    assertSummary(attempt, 1, 1, 10);
  }

  @Test
  void whatIsNotThereOrHasNoPathFails() throws IOException {
    assertThatThrownBy(() -> fileSystem.getContentSummary(new Path("/none")))
        .isInstanceOf(FileNotFoundException.class);
    put("a//b", 1);
    assertThatThrownBy(() -> fileSystem.getContentSummary(new Path("/a")))
        .isInstanceOf(InvalidPathException.class)
        .hasMessageContaining("a//b");
  }
}
