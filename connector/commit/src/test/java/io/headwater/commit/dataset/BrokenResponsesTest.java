package io.headwater.commit.dataset;

import static io.headwater.store.GetOptions.WHOLE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwater.commit.manifest.CommittedAttempt;
import io.headwater.commit.manifest.Manifest;
import io.headwater.commit.manifest.ManifestKeys;
import io.headwater.commit.manifest.Manifests;
import io.headwater.store.ObjectStore;
import io.headwater.store.Operation;
import io.headwater.store.PutOptions;
import io.headwater.store.concurrent.WorkerPool;
import io.headwater.store.content.Content;
import io.headwater.store.exception.TransientStoreException;
import io.headwater.store.layers.Fault;
import io.headwater.store.layers.FaultLayer;
import io.headwater.store.layers.FaultPlan;
import io.headwater.store.layers.FaultPlan.Rule;
import io.headwater.store.memory.MemoryStore;
import io.headwater.store.retry.RetryPolicy;
import java.io.IOException;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Responses of small objects that break while they are read. */
final class BrokenResponsesTest {
  private static final String ROOT = "data/out";
  private static final int FEW = RetryPolicy.BODY.attempts() - 1;

  private final ObjectStore store = new MemoryStore("bucket");
  private final Manifest base = Manifests.base(Manifests.entries(3));

  @BeforeEach
  void write() throws IOException {
    put(ManifestKeys.base(ROOT), Manifests.bytes(base));
  }

  @Test
  void aManifestIsRequestedAgain() throws IOException {
    DatasetState state = new DatasetReader(cutting(FEW)).read(ROOT);
    assertThat(state.entries()).hasSize(3);
  }

  @Test
  void butNotForever() {
    DatasetReader reader = new DatasetReader(cutting(FEW + 1));
    assertThatThrownBy(() -> reader.read(ROOT))
        .isInstanceOf(TransientStoreException.class)
        .hasMessageContaining(ManifestKeys.base(ROOT));
  }

  @Test
  void theBaseOfAnOverwriteIsRequestedAgain() throws IOException {
    BaseSnapshot seen = new DatasetReader(cutting(FEW)).readBase(ROOT);
    assertThat(seen.manifest()).map(Manifest::id).contains(base.id());
  }

  @Test
  void aTasksReportIsRequestedAgain() throws IOException {
    CommittedAttempt committed = CommittedAttempt.published(Manifests.entries(2));
    new TaskManifests(store, workers(), ROOT, "job").record("task", "attempt", committed);
    TaskManifests tasks = new TaskManifests(cutting(FEW), workers(), ROOT, "job");
    assertThat(tasks.read(tasks.keys())).containsExactly(committed);
  }

  @Test
  void aHintIsRequestedAgain() throws IOException {
    new LaggingListings(store).hint(ROOT, "first");
    new LaggingListings(cutting(FEW)).hint(ROOT, "second");
    byte[] hints = store.get(ManifestKeys.deltaIndex(ROOT), WHOLE).stream().readAllBytes();
    assertThat(new String(hints, UTF_8)).contains("first", "second");
  }

  /** The store, whose first responses break. */
  private ObjectStore cutting(int responses) {
    Rule[] cuts =
        LongStream.rangeClosed(1, responses)
            .mapToObj(nth -> new Rule(Operation.GET, nth, Fault.CUT_BODY))
            .toArray(Rule[]::new);
    return new FaultLayer(store, FaultPlan.exactly(cuts));
  }

  private static WorkerPool workers() {
    return new WorkerPool("test", 1);
  }

  private void put(String key, byte[] content) throws IOException {
    store.put(key, Content.of(content), PutOptions.OVERWRITE);
  }
}
