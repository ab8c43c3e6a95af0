package io.headwater.fs.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwater.fs.MemoryFileSystem;
import io.headwater.store.Operation;
import io.headwater.store.PutOptions;
import io.headwater.store.content.Content;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.util.functional.RemoteIterators;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** One listing answers Spark's checks of a folder that it reads, and is never stale. */
final class DirectoryProbeCacheTest {
  private static final Path FOLDER = new Path("/in");
  private static final Path LOG = new Path(FOLDER, DirectoryProbeCache.LOG);

  private MemoryFileSystem fileSystem;

  @BeforeEach
  void write() throws IOException {
    fileSystem = MemoryFileSystem.create();
    for (String name : List.of("a", "b")) {
      touch(name);
    }
  }

  private void touch(String name) throws IOException {
    fileSystem.create(new Path(FOLDER, name), true).close();
  }

  private List<String> tree() throws IOException {
    List<String> names = new ArrayList<>();
    RemoteIterators.foreach(
        fileSystem.listFiles(FOLDER, true), status -> names.add(status.getPath().getName()));
    return names;
  }

  private static <T> T inAnotherThread(Callable<T> call) {
    return CompletableFuture.supplyAsync(
            () -> {
              try {
                return call.call();
              } catch (Exception e) {
                throw new CompletionException(e);
              }
            },
            task -> new Thread(task).start())
        .join();
  }

  /** Like another program. */
  private void touchUnseen(String name) throws Exception {
    inAnotherThread(
        () -> fileSystem.store().put("in/" + name, Content.of(new byte[0]), PutOptions.OVERWRITE));
  }

  private long lists() {
    return fileSystem.requests().requests(Operation.LIST);
  }

  @Test
  void twoListingsBeforeSparkReadsAFolder() throws Exception {
    long before = lists();
    assertThat(fileSystem.getFileStatus(FOLDER).isDirectory()).isTrue();
    assertThat(fileSystem.exists(LOG)).isFalse();
    assertThat(inAnotherThread(() -> fileSystem.exists(FOLDER))).isTrue();
    assertThat(tree()).containsExactly("a", "b");
    assertThat(lists() - before).isEqualTo(2);
  }

  @Test
  void returnsTheListingOnce() throws Exception {
    assertThat(fileSystem.exists(LOG)).isFalse();
    assertThat(tree()).hasSize(2);
    touchUnseen("c");
    assertThat(tree()).hasSize(3);
  }

  @Test
  void whoProbesLaterSeesLater() throws Exception {
    assertThat(fileSystem.exists(LOG)).isFalse();
    touchUnseen("c");
    assertThat(inAnotherThread(this::tree)).hasSize(3);
    assertThat(fileSystem.exists(LOG)).isFalse();
    assertThat(tree()).hasSize(3);
  }

  @Test
  void whatTheThreadItselfWritesOrDeletesIsSeen() throws Exception {
    assertThat(fileSystem.exists(LOG)).isFalse();
    touch("c");
    assertThat(tree()).hasSize(3);
    assertThat(fileSystem.exists(LOG)).isFalse();
    assertThat(fileSystem.delete(FOLDER, true)).isTrue();
    assertThat(fileSystem.exists(FOLDER)).isFalse();
  }

  @Test
  void aFolderWithFoldersIsListedAsATree() throws Exception {
    touch("x=1/c");
    assertThat(fileSystem.exists(LOG)).isFalse();
    assertThat(tree()).containsExactlyInAnyOrder("a", "b", "c");
  }

  @Test
  void aLogThatIsThereIsFound() throws Exception {
    touch(DirectoryProbeCache.LOG + "/0");
    assertThat(fileSystem.getFileStatus(LOG).isDirectory()).isTrue();
    assertThat(tree()).hasSize(3);
  }
}
