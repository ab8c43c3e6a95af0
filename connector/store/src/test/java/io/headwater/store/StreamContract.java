package io.headwater.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwater.store.StreamOptions.Showing;
import io.headwater.store.exception.ObjectNotFoundException;
import io.headwater.store.exception.PreconditionFailedException;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Objects of unknown length. */
public interface StreamContract extends StoreFixture {
  private boolean refusesStreams() {
    if (has(Capability.STREAMED_PUT)) {
      return false;
    }
    assertThatThrownBy(() -> store().stream(key("a"), StreamOptions.HIDDEN))
        .isInstanceOf(UnsupportedOperationException.class);
    return true;
  }

  private ObjectStream open(String key, StreamOptions options) throws IOException {
    return store().stream(key, options).orElseThrow();
  }

  private void write(ObjectStream stream, byte[] bytes) throws IOException {
    int half = bytes.length / 2;
    stream.write(bytes, 0, half);
    stream.write(bytes, half, bytes.length - half);
  }

  @Test
  default void showsAStreamOnlyWhenItIsFinished() throws IOException {
    if (refusesStreams()) {
      return;
    }
    byte[] bytes = noise(300_000);
    for (Showing showing : Showing.values()) {
      String key = key(showing.name());
      PutOptions put = PutOptions.OVERWRITE.withMetadata(Map.of("owner", "me"));
      try (ObjectStream stream = open(key, new StreamOptions(put, showing))) {
        write(stream, bytes);
        stream.seal();
        assertThatThrownBy(() -> store().head(key)).isInstanceOf(ObjectNotFoundException.class);

        ObjectInfo made = stream.finish();
        ObjectInfo seen = store().head(key);
        assertThat(made.length()).isEqualTo(bytes.length).isEqualTo(seen.length());
        assertThat(made.etag()).isEqualTo(seen.etag());
        assertThat(stream.finish()).isEqualTo(made);
        assertThat(seen.metadata()).isEqualTo(put.metadata());
      }
      assertThat(bytes(key)).isEqualTo(bytes);
    }
  }

  @Test
  default void leavesNothingOfAStreamThatIsDropped() throws IOException {
    if (refusesStreams()) {
      return;
    }
    for (StreamOptions options : new StreamOptions[] {StreamOptions.HIDDEN, StreamOptions.OWN}) {
      ObjectStream open = open(key("open"), options);
      write(open, noise(100_000));
      open.close();
      open.close();
      ObjectStream sealed = open(key("sealed"), options);
      write(sealed, noise(100_000));
      sealed.seal();
      sealed.close();
      open(key("unwritten"), options).close();
      assertThatThrownBy(sealed::finish).isInstanceOf(IOException.class);
      assertThat(names(ListOptions.tree(prefix()))).isEmpty();
    }
  }

  @Test
  default void streamsNoBytesAtAll() throws IOException {
    if (refusesStreams()) {
      return;
    }
    for (StreamOptions options : new StreamOptions[] {StreamOptions.HIDDEN, StreamOptions.OWN}) {
      try (ObjectStream stream = open(key("empty"), options)) {
        stream.seal();
        assertThat(stream.finish().length()).isZero();
      }
      assertThat(bytes(key("empty"))).isEmpty();
    }
  }

  @Test
  default void replacesAnObjectWhenTheStreamIsFinished() throws IOException {
    if (refusesStreams()) {
      return;
    }
    put("a", "old");
    try (ObjectStream stream = open(key("a"), StreamOptions.HIDDEN)) {
      write(stream, "new".getBytes());
      stream.seal();
      assertThat(text("a")).isEqualTo("old");
      stream.finish();
    }
    assertThat(text("a")).isEqualTo("new");
  }

  @Test
  default void refusesAStreamWhoseConditionIsNotMet() throws IOException {
    if (refusesStreams() || !has(Capability.CREATE_IF_ABSENT)) {
      return;
    }
    put("a", "old");
    StreamOptions create = new StreamOptions(PutOptions.CREATE_IF_ABSENT, Showing.WHEN_FINISHED);
    try (ObjectStream stream = open(key("a"), create)) {
      write(stream, "new".getBytes());
      stream.seal();
      assertThatThrownBy(stream::finish).isInstanceOf(PreconditionFailedException.class);
    }
    assertThat(text("a")).isEqualTo("old");
  }
}
