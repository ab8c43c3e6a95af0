package io.headwater.lakehouse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delta.storage.CloseableIterator;
import io.headwater.fs.RealStoreFixture;
import io.headwater.store.ListOptions;
import io.headwater.store.PutOptions;
import io.headwater.store.content.Content;
import io.headwater.testing.Soak;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;

/** Delta Lake's log on each store: every version has one writer. */
class HeadwaterLogStoreTest extends RealStoreFixture {
  private static final int RACERS = Soak.size(4, 8);
  private static final int ROUNDS = Soak.size(3, 200);
  private static final Path LOG = new Path("s3://bucket/table/_delta_log");

  // Kept, because settings refer to them weakly.
  private final List<IcebergProcess> processes = new ArrayList<>();

  /** The settings of another process, with separate caches. */
  private Configuration process() throws IOException {
    IcebergProcess process = IcebergProcess.of(real.store());
    processes.add(process);
    return process.configuration();
  }

  private static Path version(int number) {
    return new Path(LOG, "%020d.json".formatted(number));
  }

  private static void write(Configuration process, Path path, boolean overwrite, String... lines)
      throws IOException {
    new HeadwaterLogStore(process).write(path, Stream.of(lines).iterator(), overwrite, process);
  }

  private static List<String> read(Configuration process, Path path) throws IOException {
    List<String> lines = new ArrayList<>();
    try (CloseableIterator<String> found = new HeadwaterLogStore(process).read(path, process)) {
      found.forEachRemaining(lines::add);
    }
    return lines;
  }

  private static List<String> names(Configuration process, Path from) throws IOException {
    List<String> names = new ArrayList<>();
    new HeadwaterLogStore(process)
        .listFrom(from, process)
        .forEachRemaining(status -> names.add(status.getPath().getName()));
    return names;
  }

  /** The racers whose commit was acknowledged. */
  private List<String> committed(ExecutorService threads, int version) throws Exception {
    CyclicBarrier start = new CyclicBarrier(RACERS);
    List<Callable<String>> racers = new ArrayList<>();
    for (int number = 0; number < RACERS; number++) {
      String own = "racer " + number;
      Configuration process = process();
      racers.add(
          () -> {
            start.await();
            write(process, version(version), false, own);
            return own;
          });
    }
    List<String> committed = new ArrayList<>();
    for (Future<String> result : threads.invokeAll(racers)) {
      try {
        committed.add(result.get());
      } catch (ExecutionException e) {
        assertThat(e).hasCauseInstanceOf(FileAlreadyExistsException.class);
        assertThat(e.getCause()).hasMessageContaining(version(version).toString());
      }
    }
    return committed;
  }

  @Test
  void oneOfRacingWritersCommitsEachVersion() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(RACERS);
    try {
      Configuration reader = process();
      for (int version = 0; version < ROUNDS; version++) {
        List<String> committed = committed(threads, version);
        assertThat(committed).as("writers of version %d", version).hasSize(1);
        assertThat(read(reader, version(version))).isEqualTo(committed);
      }
      assertThat(names(reader, version(0))).hasSize(ROUNDS);
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void readsTheLinesThatWereWritten() throws Exception {
    Configuration process = process();
    write(process, version(1), false, "{\"add\":1}", "", "gr\u00fc\u00df \ud83d\udca7");
    assertThat(read(process, version(1)))
        .containsExactly("{\"add\":1}", "", "gr\u00fc\u00df \ud83d\udca7");
    Path last = new Path(LOG, "_last_checkpoint");
    write(process, last, true, "old");
    write(process, last, true, "new");
    assertThat(read(process, last)).containsExactly("new");
    assertThat(new HeadwaterLogStore(process).isPartialWriteVisible(last, process)).isFalse();
  }

  @Test
  void listsFromAVersionOnWithoutClaims() throws Exception {
    Configuration process = process();
    for (int version = 8; version < 12; version++) {
      write(process, version(version), false, "it");
    }
    String claim = "table/_delta_log/" + version(12).getName() + ".claim.0a";
    real.store().put(claim, Content.of(new byte[0]), PutOptions.OVERWRITE);
    assertThat(names(process, version(10)))
        .containsExactly(version(10).getName(), version(11).getName());
    assertThat(names(process, version(12))).isEmpty();
    assertThatThrownBy(() -> names(process, new Path("s3://bucket/other/_delta_log/0")))
        .isInstanceOf(FileNotFoundException.class);
  }

  @Test
  void aCommitWhoseActionsFailLeavesNothing() throws Exception {
    Configuration process = process();
    Iterator<String> failing =
        Stream.of(1, 0).map(divisor -> String.valueOf(1 / divisor)).iterator();
    HeadwaterLogStore log = new HeadwaterLogStore(process);
    assertThatThrownBy(() -> log.write(version(1), failing, false, process))
        .isInstanceOf(ArithmeticException.class);
    assertThat(real.store().list(ListOptions.tree("")).objects()).isEmpty();
  }

  @Test
  void anotherFileSystemIsRefusedWithAdvice() {
    Configuration local = new Configuration(false);
    assertThatThrownBy(() -> write(local, new Path("file:///tmp/log/1.json"), false, "it"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("file:/tmp/log/1.json")
        .hasMessageContaining("Remove delta.logStore.file.impl");
  }
}
