package io.headwater.store.swift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwater.store.GetOptions;
import io.headwater.store.ObjectBody;
import io.headwater.store.ObjectInfo;
import io.headwater.store.ObjectStream;
import io.headwater.store.PutOptions;
import io.headwater.store.StreamOptions;
import io.headwater.store.content.Content;
import io.headwater.store.exception.ObjectNotFoundException;
import io.headwater.store.exception.TransientStoreException;
import io.headwater.store.swift.client.SwiftSettings;
import io.headwater.store.swift.client.SwiftStreaming;
import io.headwater.testing.AccessLog;
import io.headwater.testing.NeedsServer;
import io.headwater.testing.TcpRelay;
import io.headwater.testing.TestContainer;
import io.headwater.testing.TestServers;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Streams to a real Swift: their requests, their segments, and the handling of idle streams. */
@NeedsServer
@Timeout(value = 2, unit = TimeUnit.MINUTES)
final class SwiftStreamTest {
  private static final int SEGMENT = 1 << 20;
  private static final Duration LONG = Duration.ofHours(1);
  private static final Duration SHORT = Duration.ofMillis(200);

  /** Long enough that a stream does not become idle by chance. It is checked every two seconds. */
  private static final Duration LOOKED_AT = Duration.ofSeconds(8);

  private TestContainer container;

  @BeforeEach
  void create() {
    container = TestServers.swiftNative().newContainer();
  }

  @AfterEach
  void delete() {
    container.close();
  }

  private SwiftStore open(Duration rest) throws IOException {
    return SwiftStore.open(
        container.name(), container.settings().withStreaming(new SwiftStreaming(SEGMENT, rest)));
  }

  private static byte[] noise(int length) {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }

  private static byte[] read(SwiftStore store, String key) throws IOException {
    try (ObjectBody body = store.get(key, GetOptions.WHOLE)) {
      return body.stream().readAllBytes();
    }
  }

  private static boolean exists(SwiftStore store, String key) throws IOException {
    try {
      store.head(key);
      return true;
    } catch (ObjectNotFoundException e) {
      return false;
    }
  }

  /** Waits for another thread's action. The test's timeout limits the wait. */
  private static void await(Callable<Boolean> condition) throws Exception {
    while (!condition.call()) {
      Thread.sleep(20);
    }
  }

  @Test
  void aSegmentIsOnePutInChunks() throws Exception {
    byte[] bytes = noise(SEGMENT);
    try (SwiftStore store = open(LONG)) {
      List<String> seen =
          AccessLog.of(container.name())
              .requests(
                  () -> {
                    try (ObjectStream stream = store.stream("k", StreamOptions.OWN).orElseThrow()) {
                      stream.write(bytes, 0, bytes.length);
                      stream.seal();
                      stream.finish();
                    }
                  });
      assertThat(seen).containsExactly("PUT");
      assertThat(read(store, "k")).isEqualTo(bytes);
      assertThat(container.raw().names(container.segments())).isEmpty();
    }
  }

  @Test
  void whatIsLongerThanASegmentIsALargeObject() throws Exception {
    byte[] bytes = noise(3 * SEGMENT + 17);
    try (SwiftStore store = open(LONG)) {
      for (StreamOptions options : List.of(StreamOptions.OWN, StreamOptions.HIDDEN)) {
        try (ObjectStream stream = store.stream("k", options).orElseThrow()) {
          stream.write(bytes, 0, bytes.length);
          assertThat(exists(store, "k")).isFalse();
          stream.seal();
          assertThat(stream.finish().length()).isEqualTo(bytes.length);
        }
        assertThat(read(store, "k")).isEqualTo(bytes);
        assertThat(container.raw().names(container.segments())).hasSize(4);
        store.delete("k");
        assertThat(container.raw().names(container.segments())).isEmpty();
      }
    }
  }

  @Test
  void aDroppedLargeObjectLeavesNoSegment() throws Exception {
    byte[] bytes = noise(2 * SEGMENT + 17);
    try (SwiftStore store = open(LONG)) {
      for (StreamOptions options : List.of(StreamOptions.OWN, StreamOptions.HIDDEN)) {
        ObjectStream stream = store.stream("k", options).orElseThrow();
        stream.write(bytes, 0, bytes.length);
        stream.close();
        assertThat(container.raw().names(container.name())).isEmpty();
        assertThat(container.raw().names(container.segments())).isEmpty();
      }
    }
  }

  @Test
  void aSealedStreamThatRestsIsFinishedEarly() throws Exception {
    byte[] bytes = noise(1000);
    try (SwiftStore store = open(SHORT)) {
      ObjectStream kept = store.stream("kept", StreamOptions.OWN).orElseThrow();
      ObjectStream dropped = store.stream("dropped", StreamOptions.OWN).orElseThrow();
      for (ObjectStream stream : List.of(kept, dropped)) {
        stream.write(bytes, 0, bytes.length);
        stream.seal();
      }
      await(() -> exists(store, "kept") && exists(store, "dropped"));
      ObjectInfo finished = kept.finish();
      kept.close();
      dropped.close();
      assertThat(finished.etag()).isEqualTo(store.head("kept").etag());
      assertThat(read(store, "kept")).isEqualTo(bytes);
      assertThat(exists(store, "dropped")).isFalse();
    }
  }

  @Test
  void aStreamThatPausesBeforeItIsSealedContinuesInSegments() throws Exception {
    byte[] bytes = noise(2000);
    try (SwiftStore store = open(SHORT)) {
      for (StreamOptions options : List.of(StreamOptions.OWN, StreamOptions.HIDDEN)) {
        try (ObjectStream stream = store.stream("k", options).orElseThrow()) {
          stream.write(bytes, 0, 700);
          await(() -> segments().size() == 1);
          await(() -> !exists(store, "k"));
          stream.write(bytes, 700, 1300);
          stream.seal();
          assertThat(exists(store, "k")).isFalse();
          stream.finish();
        }
        assertThat(read(store, "k")).isEqualTo(bytes);
        store.delete("k");
      }
    }
  }

  private List<String> segments() {
    return container.raw().names(container.segments()).stream()
        .filter(name -> name.startsWith("segments/"))
        .toList();
  }

  @Test
  void noMoreAreOpenThanHalfOfTheConnections() throws Exception {
    SwiftSettings four =
        container.settings().withBounds(4, Duration.ofSeconds(5), Duration.ofSeconds(60));
    try (SwiftStore store = SwiftStore.open(container.name(), four)) {
      ObjectStream first = store.stream("one", StreamOptions.OWN).orElseThrow();
      ObjectStream second = store.stream("two", StreamOptions.HIDDEN).orElseThrow();
      assertThat(store.stream("three", StreamOptions.OWN)).isEmpty();
      first.finish();
      second.close();
      store.stream("three", StreamOptions.OWN).orElseThrow().close();
      store.stream("four", StreamOptions.OWN).orElseThrow().close();
    }
  }

  /** If the cut comes after HTTP's last chunk, it shows in one of several hundred attempts. */
  @Test
  void noneOfManyDroppedStreamsIsEverSeen() throws Exception {
    byte[] bytes = noise(20_000);
    try (SwiftStore store = open(LONG)) {
      for (int i = 0; i < 300; i++) {
        ObjectStream stream = store.stream("k" + i, StreamOptions.OWN).orElseThrow();
        stream.write(bytes, 0, bytes.length);
        stream.close();
      }
      // By then Swift processes the PUTs in sequence.
      store.put("last", Content.of(bytes), PutOptions.OVERWRITE);
      assertThat(container.raw().names(container.name())).containsExactly("last");
    }
  }

  @Test
  void whatRestsOftenHasSegmentsThatAreWorthIt() throws Exception {
    byte[] bytes = noise(9 << 20);
    int piece = 100_000;
    try (SwiftStore store = open(SHORT)) {
      try (ObjectStream stream = store.stream("k", StreamOptions.HIDDEN).orElseThrow()) {
        stream.write(bytes, 0, piece);
        await(() -> segments().size() == 1);
        for (int from = piece; from < bytes.length; from += piece) {
          stream.write(bytes, from, Math.min(piece, bytes.length - from));
        }
        stream.seal();
        stream.finish();
      }
      assertThat(segments()).hasSize(4);
      assertThat(read(store, "k")).isEqualTo(bytes);
    }
  }

  @Test
  void aServerThatStopsRespondingBreaksTheStream() throws Exception {
    try (TcpRelay relay = new TcpRelay(container.raw().account())) {
      SwiftSettings stalling =
          container
              .settings()
              .withStorageUrl(relay.through(container.raw().account()))
              .withBounds(8, Duration.ofSeconds(5), Duration.ofSeconds(1))
              .withStreaming(new SwiftStreaming(1 << 30, LOOKED_AT));
      try (SwiftStore store = SwiftStore.open(container.name(), stalling)) {
        ObjectStream stream = store.stream("k", StreamOptions.OWN).orElseThrow();
        stream.write(noise(1000), 0, 1000);
        relay.pause();
        byte[] more = new byte[64 << 20];
        assertThatThrownBy(() -> stream.write(more, 0, more.length))
            .isInstanceOf(TransientStoreException.class)
            .hasMessageContaining("No copy of them was kept");
        relay.resume();
        stream.close();
      }
    }
    assertThat(container.raw().names(container.name())).isEmpty();
  }

  @Test
  void aStreamOfAClosedStoreFailsAndIsLeft() throws Exception {
    SwiftStore store = open(LONG);
    ObjectStream stream = store.stream("k", StreamOptions.OWN).orElseThrow();
    stream.write(new byte[10], 0, 10);
    store.close();
    assertThatThrownBy(
            () -> {
              stream.write(new byte[1 << 20], 0, 1 << 20);
              stream.finish();
            })
        .isInstanceOf(IOException.class);
    stream.close();
    assertThat(container.raw().names(container.name())).isEmpty();
  }

  @Test
  void reportsTheServersRefusalAtTheFirstWrite() throws Exception {
    try (SwiftStore store = SwiftStore.open("no-such-container", container.settings())) {
      ObjectStream stream = store.stream("k", StreamOptions.OWN).orElseThrow();
      assertThatThrownBy(() -> stream.write(new byte[10], 0, 10))
          .hasMessageContaining("swift://no-such-container/k")
          .hasMessageContaining("no such container");
      stream.close();
    }
  }
}
