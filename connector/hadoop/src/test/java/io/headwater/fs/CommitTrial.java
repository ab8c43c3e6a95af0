package io.headwater.fs;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwater.commit.CommitStateUnknownException;
import io.headwater.commit.dataset.DatasetJob.Outcome;
import io.headwater.commit.manifest.ManifestEntry;
import io.headwater.store.ObjectStore;
import io.headwater.store.layers.FaultLayer;
import io.headwater.store.layers.FaultPlan;
import io.headwater.store.layers.MeterLayer;
import io.headwater.store.layers.RetryLayer;
import io.headwater.store.retry.RetryPolicy;
import io.headwater.store.retry.RetryReason;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.fs.Path;

/** One disturbed commit on one store, and all conditions that must be true afterwards. */
final class CommitTrial {
  static final RetryPolicy AT_ONCE =
      new RetryPolicy(
          Set.of(RetryReason.TRANSIENT), 20, Duration.ZERO, Duration.ZERO, Duration.ofMinutes(5));

  private final ObjectStore store;
  private final CommitScene scene;
  private final Path root = CommitScene.ROOT;
  private final List<String> before;
  private final ServedFileSystem warm;
  private Outcome outcome = Outcome.OPEN;
  private List<ManifestEntry> reported = List.of();
  private String story = "";

  CommitTrial(ObjectStore store, CommitScene scene) throws IOException {
    this.store = store;
    this.scene = scene;
    this.before = scene.prepare(ServedFileSystem.over(store));
    this.warm = ServedFileSystem.over(store);
    if (!before.isEmpty()) {
      assertThat(new DatasetRows(warm).bySameWays(root)).isEqualTo(before);
    }
  }

  /** The number of requests of an undisturbed job. */
  static long requests(ObjectStore store, CommitScene scene) throws IOException {
    CommitTrial trial = new CommitTrial(store, scene);
    MeterLayer meter = new MeterLayer(store);
    trial.run(meter, "undisturbed");
    trial.check();
    assertThat(trial.outcome()).isEqualTo(Outcome.COMMITTED);
    return meter.snapshot().requests().values().stream().mapToLong(Long::longValue).sum();
  }

  /** Runs the job under a plan. */
  CommitTrial disturb(FaultPlan plan) throws IOException {
    return run(new FaultLayer(store, plan), plan.toString());
  }

  /** The same with retries of each failed request. */
  CommitTrial disturbRetried(FaultPlan plan) throws IOException {
    return run(new RetryLayer(new FaultLayer(store, plan), AT_ONCE), plan + ", retried");
  }

  private CommitTrial run(ObjectStore seen, String plan) throws IOException {
    story = scene + " on " + store.name() + ", " + plan;
    ServedFileSystem driver = ServedFileSystem.over(seen);
    List<DatasetJobRun> begun = new ArrayList<>();
    try {
      begun.add(scene.begin(driver));
      scene.write(begun.get(0));
    } catch (CommitStateUnknownException e) {
      assertThat(begun.get(0).outcome()).as(story).isEqualTo(Outcome.UNKNOWN);
    } catch (IOException e) {
      outcome = Outcome.FAILED;
    }
    for (DatasetJobRun job : begun) {
      outcome = job.outcome() == Outcome.OPEN ? Outcome.FAILED : job.outcome();
      reported = List.copyOf(job.reported());
      job.abort();
    }
    story += ", reported " + outcome;
    return this;
  }

  Outcome outcome() {
    return outcome;
  }

  String story() {
    return story;
  }

  /** All guarantees: what readers see, and that the dead job does not block the next jobs. */
  void check() throws IOException {
    List<String> after = scene.after(before);
    List<String> seen = read(ServedFileSystem.over(store));
    if (outcome == Outcome.COMMITTED) {
      assertThat(seen).as(story).isEqualTo(after);
    } else if (outcome == Outcome.FAILED) {
      assertThat(seen).as(story).isEqualTo(before);
    } else {
      assertThat(seen).as(story).isIn(before, after);
      requireReported();
    }
    assertThat(read(warm)).as(story + ", warm reader").isEqualTo(seen);
    nextJobsSucceed(seen);
  }

  private void requireReported() throws IOException {
    for (ManifestEntry entry : reported) {
      String key = "data/out/" + entry.key();
      assertThat(store.head(key).etag()).as(story + ": " + key).isEqualTo(entry.etag());
    }
  }

  /** By every way to list, and below each folder. */
  private List<String> read(ServedFileSystem reader) throws IOException {
    if (!reader.exists(root)) {
      return List.of();
    }
    try {
      DatasetRows rows = new DatasetRows(reader);
      List<String> all = rows.bySameWays(root);
      for (String folder : List.of("p=1", "p=2", "p=3")) {
        Path path = new Path(root, folder);
        List<String> below = reader.exists(path) ? rows.bySameWays(path) : List.of();
        assertThat(below).as(story + ", " + folder).isEqualTo(CommitScene.below(folder, all));
      }
      return all;
    } catch (IOException | AssertionError e) {
      throw new AssertionError(story, e);
    }
  }

  private void nextJobsSucceed(List<String> seen) throws IOException {
    ServedFileSystem next = ServedFileSystem.over(new AgedClaims(store, "data/"));
    Map<String, String> more = Map.of("p=1/part-00000.txt", "p=1 appended\n");
    DatasetJobRun.run(next, root, DatasetJobRun.APPEND, more);
    List<String> appended = CommitScene.sorted(seen, CommitScene.rows(more));
    assertThat(tree(ServedFileSystem.over(store))).as(story + ", appended").isEqualTo(appended);
    Map<String, String> instead = Map.of("p=2/part-00000.txt", "p=2 overwritten\n");
    DatasetJobRun.run(next, root, DatasetJobRun.DYNAMIC, instead);
    List<String> others = appended.stream().filter(row -> !row.startsWith("p=2 ")).toList();
    List<String> changed = CommitScene.sorted(others, CommitScene.rows(instead));
    assertThat(tree(warm)).as(story + ", one folder overwritten").isEqualTo(changed);
    DatasetJobRun.run(next, root, DatasetJobRun.ALL, instead);
    assertThat(tree(warm)).as(story + ", overwritten").isEqualTo(CommitScene.rows(instead));
  }

  private List<String> tree(ServedFileSystem reader) throws IOException {
    return new DatasetRows(reader).byTree(root);
  }
}
