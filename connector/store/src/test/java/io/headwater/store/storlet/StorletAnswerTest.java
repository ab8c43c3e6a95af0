package io.headwater.store.storlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwater.store.exception.TransientStoreException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

final class StorletAnswerTest {
  @Test
  void metadataIsThereBeforeTheFirstByte() throws IOException {
    StorletAnswer answer =
        new Frames()
            .add('D', "")
            .add('M', "{\"metadata\": {\"width\": \"12\", \"height\": \"8\"}}")
            .add('D', "rows")
            .add('E', "{\"records_in\": 7}")
            .answer();
    assertThat(answer.metadata()).isEqualTo(Map.of("width", "12", "height", "8"));
    assertThat(answer.stream().readAllBytes()).asString().isEqualTo("rows");
    assertThat(answer.counts().orElseThrow().recordsIn()).hasValue(7);
    assertThat(answer.counts().orElseThrow().recordsOut()).isEmpty();
  }

  @Test
  void reportsAFailureMidwayWithTheStorletsLog() throws IOException {
    StorletAnswer answer =
        new Frames()
            .add('D', "rows")
            .add(
                'X', "{\"error\": \"failed\", \"message\": \"exit 1\", \"stderr\": \"no JPEG\\n\"}")
            .answer();
    assertThat(answer.stream().readNBytes(4)).asString().isEqualTo("rows");
    assertThatThrownBy(() -> answer.stream().read())
        .isInstanceOfSatisfying(
            StorletFailedException.class, e -> assertThat(e.reason()).isEqualTo("failed"))
        .hasMessageContaining("STORLET a")
        .hasMessageContaining("exit 1; its log ends with: no JPEG");
  }

  @Test
  void keepAlivesAreNoPartOfTheAnswer() throws IOException {
    StorletAnswer answer =
        new Frames()
            .add('P', "padding")
            .add('M', "{\"metadata\": {\"width\": \"12\"}}")
            .add('P', "padding")
            .add('D', "ro")
            .add('P', "padding")
            .add('D', "ws")
            .add('P', "")
            .add('E', "{}")
            .answer();
    assertThat(answer.metadata()).isEqualTo(Map.of("width", "12"));
    assertThat(answer.stream().readAllBytes()).asString().isEqualTo("rows");
  }

  @Test
  void anErrorBeforeAnythingElseIsARefusal() {
    Frames frames =
        new Frames()
            .add('P', "padding")
            .add('X', "{\"error\": \"busy\", \"message\": \"no worker\", \"retry_after\": 7}");
    assertThatThrownBy(frames::answer)
        .isInstanceOfSatisfying(
            StorletRefusedException.class,
            e -> {
              assertThat(e.reason()).isEqualTo("busy");
              assertThat(e.retryAfter()).hasValue(Duration.ofSeconds(7));
            })
        .hasMessage("STORLET a: busy: no worker");
  }

  @Test
  void reportsTheEndOnlyAfterTheEndFrame() throws IOException {
    StorletAnswer answer = new Frames().add('D', "rows").answer();
    assertThat(answer.stream().readNBytes(4)).hasSize(4);
    assertThatThrownBy(() -> answer.stream().read()).isInstanceOf(TransientStoreException.class);
    assertThat(answer.counts()).isEmpty();
    assertThatThrownBy(() -> new Frames().answer()).isInstanceOf(TransientStoreException.class);
    assertThatThrownBy(() -> new Frames().add('E', "[]").answer())
        .isInstanceOf(TransientStoreException.class)
        .hasMessageContaining("no JSON object");
  }

  @Test
  void aClosedAnswerIsReadNoMore() throws IOException {
    StorletAnswer answer = Frames.whole("rows");
    assertThat(answer.stream().read()).isEqualTo('r');
    answer.close();
    answer.close();
    assertThatThrownBy(() -> answer.stream().read())
        .isInstanceOf(IOException.class)
        .hasMessageContaining("closed");
    assertThat(answer.counts()).isEmpty();
  }

  @Test
  void aBodyWithoutFramesIsClosedUnread() {
    AtomicBoolean closed = new AtomicBoolean();
    InputStream body =
        new ByteArrayInputStream("the object".getBytes()) {
          @Override
          public void close() {
            closed.set(available() == "the object".length());
          }
        };
    assertThatThrownBy(() -> StorletAnswer.open("etag", "text/csv", body, "STORLET a"))
        .isInstanceOf(StorletsUnsupportedException.class)
        .hasMessageContaining("text/csv");
    assertThat(closed).isTrue();
  }
}
