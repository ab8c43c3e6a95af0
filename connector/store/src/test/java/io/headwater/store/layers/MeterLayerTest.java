package io.headwater.store.layers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwater.store.Capability;
import io.headwater.store.GetOptions;
import io.headwater.store.ListOptions;
import io.headwater.store.MultipartUploads;
import io.headwater.store.ObjectBody;
import io.headwater.store.Operation;
import io.headwater.store.PutMode;
import io.headwater.store.PutOptions;
import io.headwater.store.StorletContract;
import io.headwater.store.UploadListOptions;
import io.headwater.store.UploadedPart;
import io.headwater.store.content.ByteRange;
import io.headwater.store.content.Content;
import io.headwater.store.exception.ObjectNotFoundException;
import io.headwater.store.memory.MemoryStore;
import io.headwater.store.storlet.Frames;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class MeterLayerTest {
  private static final Content HELLO = Content.of("hello".getBytes());

  private final MeterLayer store =
      new MeterLayer(new StorletLayersTest.Scripted(() -> Frames.whole("answer")));

  @Test
  void countsEveryKindOfRequest() throws IOException {
    store.put("a", HELLO, PutOptions.OVERWRITE);
    store.head("a");
    store.get("a", GetOptions.WHOLE).close();
    store.run("a", StorletContract.call("grep")).close();
    store.copy("a", "b");
    store.list(ListOptions.tree(""));
    store.delete("b");
    store.deleteAll(List.of("c"));
    MultipartUploads uploads = store.uploads();
    String id = uploads.create("d", PutOptions.OVERWRITE);
    UploadedPart part = uploads.put("d", id, 1, HELLO);
    uploads.list(UploadListOptions.under(""));
    uploads.complete("d", id, List.of(part), PutMode.OVERWRITE);
    uploads.abort("d", id);
    MeterSnapshot snapshot = store.snapshot();
    assertThat(snapshot.requests())
        .hasSize(Operation.values().length)
        .allSatisfy((operation, count) -> assertThat(count).as(operation.name()).isEqualTo(1));
    assertThat(snapshot.totalRequests()).isEqualTo(Operation.values().length);
    assertThat(snapshot.failures()).isEmpty();
    assertThat(snapshot.bytesSent()).isEqualTo(10);
  }

  @Test
  void countsBulkDeletesByTheRequest() throws IOException {
    store.deleteAll(Collections.nCopies(2001, "a"));
    assertThat(store.snapshot().requests(Operation.BULK_DELETE)).isEqualTo(3);
    MeterLayer single = new MeterLayer(new MemoryStore("single", Set.<Capability>of(), 1));
    single.deleteAll(List.of("a", "b"));
    assertThat(single.snapshot().requests(Operation.DELETE)).isEqualTo(2);
  }

  @Test
  void countsBodiesAsTheyAreRead() throws IOException {
    store.put("a", HELLO, PutOptions.OVERWRITE);
    try (ObjectBody body = store.get("a", GetOptions.WHOLE.withRange(ByteRange.of(0, 4)))) {
      assertThat(store.snapshot().bytesReceived()).isZero();
      body.stream().read();
      assertThat(store.snapshot().bytesReceived()).isEqualTo(1);
      body.stream().readAllBytes();
    }
    assertThat(store.snapshot().bytesReceived()).isEqualTo(4);
  }

  @Test
  void countsFailuresAndNotTheirContent() {
    assertThatThrownBy(() -> store.head("none")).isInstanceOf(ObjectNotFoundException.class);
    PutOptions replace = new PutOptions(new PutMode.ReplaceIfMatch("none"), Map.of());
    assertThatThrownBy(() -> store.put("none", HELLO, replace)).isInstanceOf(IOException.class);
    assertThat(store.snapshot().failures(Operation.HEAD)).isEqualTo(1);
    assertThat(store.snapshot().failures(Operation.PUT)).isEqualTo(1);
    assertThat(store.snapshot().bytesSent()).isZero();
  }

  @Test
  void countsSinceASnapshot() throws IOException {
    store.put("a", HELLO, PutOptions.OVERWRITE);
    MeterSnapshot before = store.snapshot();
    store.head("a");
    MeterSnapshot since = store.snapshot().since(before);
    assertThat(since.requests()).containsOnlyKeys(Operation.HEAD);
    assertThat(since.bytesSent()).isZero();
  }
}
