package io.headwater.fs;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwater.commit.ConcurrentCommitException;
import io.headwater.commit.dataset.Overwrite;
import io.headwater.store.ObjectStore;
import io.headwater.testing.NeedsServer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Jobs at one root that commit concurrently, each from a separate process. */
@NeedsServer
@ParameterizedClass
@MethodSource("places")
final class ConcurrentJobsTest {
  private static final Path BUCKET = new Path("s3://bucket/");

  @Parameter private Place place;
  private RealStore opened;
  private final long seed = System.nanoTime();
  private final Random random = new Random(seed);
  private final Queue<String> conflicts = new ConcurrentLinkedQueue<>();
  private Path root;

  /** Where jobs race, and how often. */
  private record Place(String name, int rounds, Callable<RealStore> opening) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Place> places() {
    List<Place> places = new ArrayList<>();
    for (Arbitration each : Arbitration.values()) {
      places.add(new Place(each.name(), 5, () -> new RealStore(each.open(), () -> {})));
    }
    for (RealStore.Server each : RealStore.Server.values()) {
      places.add(new Place(each.name(), 2, each::open));
    }
    return places.stream();
  }

  /** One of the racing jobs. It has a task for each row, and the row starts with its folder. */
  private record Job(Overwrite overwrite, String... rows) {
    DatasetJobRun begin(ObjectStore store, Path root) throws IOException {
      DatasetJobRun run = DatasetJobRun.begin(ServedFileSystem.over(store), root, overwrite);
      for (int task = 0; task < rows.length; task++) {
        String folder = rows[task].split(" ")[0];
        run.seal(task, task, folder + "/part-0000" + task + ".txt", rows[task] + "\n");
        run.report(run.publish(task, task));
      }
      return run;
    }
  }

  @AfterEach
  void close() throws IOException {
    if (opened != null) {
      opened.close();
    }
  }

  /** One round of jobs, at a new root. */
  private interface Round {
    void run(int number) throws Exception;
  }

  private void rounds(Round scenario) throws Exception {
    opened = place.opening().call();
    for (int number = 0; number < place.rounds(); number++) {
      root = new Path(BUCKET, "round-" + number);
      conflicts.clear();
      try {
        scenario.run(number);
      } catch (Exception | AssertionError e) {
        String round = place + ", round " + number + ", seed " + seed;
        throw new AssertionError(round + ": " + e + "; conflicts: " + conflicts, e);
      }
    }
  }

  private void prepare(String... rows) throws IOException {
    new Job(DatasetJobRun.APPEND, rows).begin(opened.store(), root).commit();
  }

  private List<String> rows() throws IOException {
    return new DatasetRows(ServedFileSystem.over(opened.store())).bySameWays(root);
  }

  /** Commits all at once, some slightly later. Returns whether each succeeded. */
  private List<Boolean> race(Job... jobs) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(jobs.length);
    try {
      CyclicBarrier start = new CyclicBarrier(jobs.length);
      List<Future<Boolean>> results = new ArrayList<>();
      for (Job job : jobs) {
        DatasetJobRun run = job.begin(opened.store(), root);
        long spins = random.nextLong(200_000);
        results.add(threads.submit(() -> succeeds(run, start, spins)));
      }
      List<Boolean> succeeded = new ArrayList<>();
      for (Future<Boolean> result : results) {
        succeeded.add(result.get());
      }
      return succeeded;
    } catch (ExecutionException e) {
      throw new AssertionError("a racer failed otherwise than by a conflict", e.getCause());
    } finally {
      threads.shutdownNow();
    }
  }

  private boolean succeeds(DatasetJobRun run, CyclicBarrier start, long spins) throws Exception {
    start.await();
    for (long spin = 0; spin < spins; spin++) {
      Thread.onSpinWait();
    }
    try {
      run.commit();
      return true;
    } catch (ConcurrentCommitException e) {
      conflicts.add(e.getMessage());
      run.abort();
      return false;
    }
  }

  @Test
  void appendersAllSucceed() throws Exception {
    rounds(
        round -> {
          boolean exists = round % 2 == 0;
          if (exists) {
            prepare("p=0 old");
          }
          List<String> expected = new ArrayList<>(exists ? List.of("p=0 old") : List.of());
          Job[] jobs = new Job[6];
          for (int each = 0; each < jobs.length; each++) {
            String row = "p=" + each % 2 + " of " + each;
            expected.add(row);
            jobs[each] = new Job(DatasetJobRun.APPEND, row);
          }
          assertThat(race(jobs)).containsOnly(true);
          assertThat(rows()).containsExactlyInAnyOrderElementsOf(expected);
        });
  }

  @Test
  void anAppenderAndAnOverwriterBothSucceed() throws Exception {
    rounds(
        round -> {
          prepare("p=1 old");
          Job overwriter = new Job(DatasetJobRun.ALL, "p=2 instead");
          Job appender = new Job(DatasetJobRun.APPEND, "p=1 more");
          assertThat(race(overwriter, appender)).containsExactly(true, true);
          assertThat(rows()).isIn(List.of("p=1 more", "p=2 instead"), List.of("p=2 instead"));
        });
  }

  @Test
  void ofOverwritersOneSucceeds() throws Exception {
    rounds(
        round -> {
          prepare("p=1 old");
          requireOneWinner(
              race(
                  new Job(DatasetJobRun.ALL, "p=1 of 0"),
                  new Job(DatasetJobRun.ALL, "p=2 of 1"),
                  new Job(DatasetJobRun.ALL, "p=3 of 2")));
        });
  }

  @Test
  void ofOverwritersOfNothingOneSucceeds() throws Exception {
    rounds(
        round ->
            requireOneWinner(
                race(
                    new Job(DatasetJobRun.ALL, "p=1 of 0"),
                    new Job(DatasetJobRun.ALL, "p=2 of 1"))));
  }

  @Test
  void ofOverwritersOfOneFolderOneSucceeds() throws Exception {
    rounds(
        round -> {
          prepare("p=1 old");
          requireOneWinner(
              race(
                  new Job(DatasetJobRun.DYNAMIC, "p=1 of 0"),
                  new Job(DatasetJobRun.DYNAMIC, "p=1 of 1")));
        });
  }

  private void requireOneWinner(List<Boolean> succeeded) throws IOException {
    assertThat(succeeded).containsOnlyOnce(true);
    List<String> rows = rows();
    assertThat(rows).hasSize(1);
    assertThat(rows.get(0)).endsWith("of " + succeeded.indexOf(true));
  }

  @Test
  void overwritersOfDifferentFoldersAllSucceed() throws Exception {
    rounds(
        round -> {
          prepare("p=1 old", "p=2 old", "p=3 old");
          assertThat(
                  race(
                      new Job(DatasetJobRun.DYNAMIC, "p=1 new"),
                      new Job(DatasetJobRun.DYNAMIC, "p=2 new"),
                      new Job(DatasetJobRun.DYNAMIC, "p=4 new")))
              .containsOnly(true);
          assertThat(rows()).containsExactly("p=1 new", "p=2 new", "p=3 old", "p=4 new");
        });
  }

  @Test
  void anOverwriterThatSawNothingAndACreatorAreInSomeOrder() throws Exception {
    rounds(
        round -> {
          List<Boolean> succeeded =
              race(
                  new Job(DatasetJobRun.ALL, "p=1 instead"),
                  new Job(DatasetJobRun.APPEND, "p=2 more"));
          assertThat(succeeded.get(1)).isTrue();
          assertThat(rows())
              .isIn(
                  succeeded.get(0)
                      ? List.of(List.of("p=1 instead"), List.of("p=1 instead", "p=2 more"))
                      : List.of(List.of("p=2 more")));
        });
  }
}
