package io.headwater.fs.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwater.fs.ServedFileSystem;
import io.headwater.fs.committer.DatasetOutput;
import io.headwater.store.memory.MemoryStore;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;

/** Which jobs are expected to create their output: those whose own thread looked for it. */
final class MissingKeyCacheTest {
  private static final Path OUT = new Path("s3://bucket/data/out");

  private final long begun = System.nanoTime();

  private static DatasetOutput output(ServedFileSystem fileSystem) throws IOException {
    return DatasetOutput.at(OUT, fileSystem.getConf()).orElseThrow();
  }

  @Test
  void aThreadThatLookedForItsOutputIsToCreateIt() throws Exception {
    ServedFileSystem fileSystem = ServedFileSystem.over(new MemoryStore("bucket"));
    assertThat(fileSystem.exists(OUT)).isFalse();
    assertThat(output(fileSystem).wasMissingSince(begun)).isTrue();
    assertThat(output(fileSystem).wasMissingSince(System.nanoTime())).isFalse();
  }

  @Test
  void whatAnotherThreadLookedForDoesNotMatter() throws Exception {
    ServedFileSystem fileSystem = ServedFileSystem.over(new MemoryStore("bucket"));
    CompletableFuture.runAsync(
            () -> {
              try {
                assertThat(fileSystem.exists(OUT)).isFalse();
              } catch (IOException e) {
                throw new AssertionError(e);
              }
            })
        .get();
    assertThat(output(fileSystem).wasMissingSince(begun)).isFalse();
  }
}
