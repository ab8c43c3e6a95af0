package io.headwater.fs.rename;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwater.commit.CommitStateUnknownException;
import io.headwater.fs.MemoryFileSystem;
import io.headwater.fs.ServedFileSystem;
import io.headwater.store.ListOptions;
import io.headwater.store.ObjectInfo;
import io.headwater.store.ObjectStore;
import io.headwater.store.Operation;
import io.headwater.store.PutOptions;
import io.headwater.store.content.Content;
import io.headwater.store.layers.Call;
import io.headwater.store.layers.Fault;
import io.headwater.store.layers.FaultLayer;
import io.headwater.store.layers.FaultPlan;
import io.headwater.store.layers.FaultPlan.Rule;
import io.headwater.store.layers.Layer;
import io.headwater.store.layers.Request;
import io.headwater.store.layers.RetryLayer;
import io.headwater.store.memory.MemoryStore;
import io.headwater.store.retry.RetryPolicy;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;

class RenamingTest {
  private static final Path SOURCE = new Path("s3://bucket/source");
  private static final Path TARGET = new Path("s3://bucket/target");
  private final MemoryStore memory = new MemoryStore("bucket");

  @Test
  void whatOthersPutThereMeanwhileIsLeft() throws Exception {
    put("source/a", "source/b");
    MemoryFileSystem fileSystem =
        MemoryFileSystem.create(new PutsDuringCopy(memory, "source/late"), FaultPlan.none());
    assertThat(fileSystem.rename(SOURCE, TARGET)).isTrue();
    assertThat(keys()).containsExactly("source/late", "target/a", "target/b");
  }

  @Test
  void aRenameThatFailsMidwayLeavesTheSourceWhole() throws Exception {
    put("source/a", "source/b", "source/c");
    MemoryFileSystem fileSystem =
        MemoryFileSystem.create(
            memory, FaultPlan.exactly(new Rule(Operation.COPY, 2, Fault.LOSE_REQUEST)));
    assertThatThrownBy(() -> fileSystem.rename(SOURCE, TARGET)).hasMessageContaining("injected");
    assertThat(keys()).contains("source/a", "source/b", "source/c");
  }

  @Test
  void ofSeveralAttemptsTheOneThatCountsIsKept() throws Exception {
    put("source/part-0-attempt_1_0001_m_000000_0", "source/part-0-attempt_1_0001_m_000000_1");
    MemoryFileSystem fileSystem = MemoryFileSystem.create(memory, FaultPlan.none());
    assertThat(fileSystem.rename(SOURCE, TARGET)).isTrue();
    assertThat(keys()).containsExactly("target/part-0-attempt_1_0001_m_000000_0");
  }

  /** A process that sends requests again, over a store that loses the first copy. */
  private static ServedFileSystem losing(ObjectStore store, Fault fault) throws IOException {
    FaultPlan plan = FaultPlan.exactly(new Rule(Operation.COPY, 1, fault));
    return ServedFileSystem.over(new RetryLayer(new FaultLayer(store, plan), RetryPolicy.REQUEST));
  }

  @Test
  void aRenameWhoseResponseIsLostSucceeds() throws Exception {
    put("source");
    assertThat(losing(memory, Fault.LOSE_RESPONSE).rename(SOURCE, TARGET)).isTrue();
    assertThat(keys()).containsExactly("target");
  }

  @Test
  void anEmptyFileIsNotTakenForTheRenamedOne() throws Exception {
    memory.put("source", Content.empty(), PutOptions.OVERWRITE);
    assertThatThrownBy(() -> losing(memory, Fault.LOSE_RESPONSE).rename(SOURCE, TARGET))
        .isInstanceOf(CommitStateUnknownException.class);
    assertThat(keys()).containsExactly("source", "target");
  }

  @Test
  void anotherWritersFileIsNotTakenForTheRenamedOne() throws Exception {
    put("source");
    ObjectStore meanwhile = new PutsDuringCopy(memory, "target");
    assertThatThrownBy(() -> losing(meanwhile, Fault.LOSE_REQUEST).rename(SOURCE, TARGET))
        .isInstanceOf(CommitStateUnknownException.class)
        .hasMessageContaining("target");
    assertThat(keys()).containsExactly("source", "target");
  }

  private void put(String... keys) throws IOException {
    for (String key : keys) {
      memory.put(key, Content.of(new byte[10]), PutOptions.OVERWRITE);
    }
  }

  private List<String> keys() throws IOException {
    return memory.list(ListOptions.tree("")).objects().stream().map(ObjectInfo::key).toList();
  }

  /** Another program that writes into the folder while it is renamed. */
  private static final class PutsDuringCopy extends Layer {
    private final String key;
    private final AtomicBoolean done = new AtomicBoolean();

    PutsDuringCopy(ObjectStore inner, String key) {
      super(inner);
      this.key = key;
    }

    @Override
    protected <T> T around(Request request, Call<T> call) throws IOException {
      if (request.operation() == Operation.COPY && done.compareAndSet(false, true)) {
        inner().put(key, Content.of(new byte[1]), PutOptions.OVERWRITE);
      }
      return call.send();
    }
  }
}
