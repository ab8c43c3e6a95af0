package io.headwater.store.layers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwater.store.GetOptions;
import io.headwater.store.ListOptions;
import io.headwater.store.ListPage;
import io.headwater.store.ObjectBody;
import io.headwater.store.ObjectInfo;
import io.headwater.store.Operation;
import io.headwater.store.PutOptions;
import io.headwater.store.content.Content;
import io.headwater.store.exception.ObjectNotFoundException;
import io.headwater.store.exception.ThrottledException;
import io.headwater.store.exception.TransientStoreException;
import io.headwater.store.memory.MemoryStore;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class FaultLayerTest {
  private static final Content HELLO = Content.of("hello".getBytes());

  private final MemoryStore memory = new MemoryStore("faulty");

  private FaultLayer failing(Operation operation, Fault fault) {
    return new FaultLayer(memory, FaultPlan.exactly(new FaultPlan.Rule(operation, 1, fault)));
  }

  @Test
  void losesARequestBeforeItIsApplied() throws IOException {
    FaultLayer store = failing(Operation.PUT, Fault.LOSE_REQUEST);
    assertThatThrownBy(() -> store.put("a", HELLO, PutOptions.OVERWRITE))
        .isInstanceOf(TransientStoreException.class)
        .hasMessageContaining("PUT a: injected LOSE_REQUEST");
    assertThatThrownBy(() -> memory.head("a")).isInstanceOf(ObjectNotFoundException.class);
    store.put("a", HELLO, PutOptions.OVERWRITE);
    assertThat(memory.head("a").length()).isEqualTo(5);
  }

  @Test
  void losesAResponseAfterTheRequestWasApplied() throws IOException {
    FaultLayer store = failing(Operation.PUT, Fault.LOSE_RESPONSE);
    assertThatThrownBy(() -> store.put("a", HELLO, PutOptions.OVERWRITE))
        .isInstanceOf(TransientStoreException.class);
    assertThat(memory.head("a").length()).isEqualTo(5);
  }

  @Test
  void throttles() {
    assertThatThrownBy(() -> failing(Operation.HEAD, Fault.THROTTLE).head("a"))
        .isInstanceOf(ThrottledException.class);
  }

  @Test
  void cutsABody() throws IOException {
    memory.put("a", HELLO, PutOptions.OVERWRITE);
    try (ObjectBody body = failing(Operation.GET, Fault.CUT_BODY).get("a", GetOptions.WHOLE)) {
      assertThat(body.length()).isEqualTo(5);
      assertThatThrownBy(() -> body.stream().readAllBytes())
          .isInstanceOf(TransientStoreException.class);
    }
  }

  @Test
  void failsOnlyTheNthRequestOfAKind() throws IOException {
    FaultPlan plan = FaultPlan.exactly(new FaultPlan.Rule(Operation.LIST, 2, Fault.THROTTLE));
    FaultLayer store = new FaultLayer(memory, plan);
    store.put("a", HELLO, PutOptions.OVERWRITE);
    store.put("b", HELLO, PutOptions.OVERWRITE);
    store.list(ListOptions.tree(""));
    assertThatThrownBy(() -> store.list(ListOptions.tree("")))
        .isInstanceOf(ThrottledException.class);
    store.list(ListOptions.tree(""));
  }

  @Test
  void aSeedDecidesEverything() {
    assertThat(faults(42)).isEqualTo(faults(42)).isNotEqualTo(faults(43));
    assertThat(faults(42)).contains(Fault.values());
    assertThat(FaultPlan.seeded(42, 0.5, EnumSet.of(Fault.THROTTLE)))
        .hasToString("seed 42, rate 0.5, faults [THROTTLE]");
  }

  private static List<Fault> faults(long seed) {
    FaultPlan plan = FaultPlan.seeded(seed, 0.5, EnumSet.complementOf(EnumSet.of(Fault.NONE)));
    return Stream.generate(() -> plan.next(Request.of(Operation.HEAD, "a"))).limit(200).toList();
  }

  @Test
  void sparesWhatIsNotChosen() {
    FaultPlan plan =
        FaultPlan.seeded(1, 1, EnumSet.of(Fault.THROTTLE))
            .where(request -> request.key().equals("a"));
    assertThat(plan.next(Request.of(Operation.HEAD, "b"))).isEqualTo(Fault.NONE);
    assertThat(plan.next(Request.of(Operation.HEAD, "a"))).isEqualTo(Fault.THROTTLE);
  }

  @Test
  void hidesWhatIsNewerThanTheFreezeFromListingsAlone() throws IOException {
    StaleListLayer store = new StaleListLayer(memory);
    store.put("old/a", HELLO, PutOptions.OVERWRITE);
    store.freeze();
    store.put("old/b", HELLO, PutOptions.OVERWRITE);
    store.put("new/a", HELLO, PutOptions.OVERWRITE);
    assertThat(store.head("new/a").length()).isEqualTo(5);
    ListPage tree = store.list(ListOptions.tree(""));
    assertThat(tree.objects()).extracting(ObjectInfo::key).containsExactly("old/a");
    assertThat(store.list(ListOptions.children("")).prefixes()).containsExactly("old/");
    store.thaw();
    assertThat(store.list(ListOptions.tree("")).objects()).hasSize(3);
  }
}
