package io.headwater.store.swift;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwater.store.GetOptions;
import io.headwater.store.ObjectBody;
import io.headwater.store.ObjectStore;
import io.headwater.store.PutOptions;
import io.headwater.store.StreamOptions;
import io.headwater.store.layers.RetryLayer;
import io.headwater.store.layers.ThrottleLayer;
import io.headwater.store.retry.RetryPolicy;
import io.headwater.store.swift.client.SwiftSettings;
import io.headwater.store.swift.client.SwiftStreaming;
import io.headwater.testing.NeedsServer;
import io.headwater.testing.TestContainer;
import io.headwater.testing.TestServers;
import java.io.IOException;
import java.time.Duration;
import java.util.Random;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** Streams whose store responds to one of their requests with 503. */
@NeedsServer
final class BusyStreamTest {
  private static final int SEGMENT = 1 << 20;

  private static void assertStreamed(
      StreamOptions options, String container, Predicate<String> busy) throws IOException {
    byte[] bytes = new byte[2 * SEGMENT + 17];
    new Random(3).nextBytes(bytes);
    try (TestContainer made = TestServers.swiftNative().newContainer();
        TokenGate gate = new TokenGate(TestServers.swiftNative())) {
      SwiftSettings settings =
          gate.guarded().settings().withStreaming(new SwiftStreaming(SEGMENT, Duration.ofHours(1)));
      try (ObjectStore store =
          new RetryLayer(
              new ThrottleLayer(SwiftStore.open(made.name(), settings), 8), RetryPolicy.REQUEST)) {
        gate.refuseOnce(line -> line.contains(made.name() + container) && busy.test(line));
        try (var stream = store.stream("k", options).orElseThrow()) {
          stream.write(bytes, 0, bytes.length);
          stream.seal();
          stream.finish();
        }
        assertThat(gate.hasRefused()).isTrue();
        try (ObjectBody body = store.get("k", GetOptions.WHOLE)) {
          assertThat(body.stream().readAllBytes()).isEqualTo(bytes);
        }
      }
    }
  }

  @Test
  void aLongFilesMarkerIsSentAgain() throws IOException {
    StreamOptions hidden =
        new StreamOptions(PutOptions.OVERWRITE, StreamOptions.Showing.WHEN_FINISHED);
    assertStreamed(hidden, "_segments", line -> line.startsWith("PUT "));
  }

  @Test
  void theMarkerOfAPartThatGetsLongIsSentAgain() throws IOException {
    assertStreamed(StreamOptions.OWN, "_segments", line -> line.startsWith("PUT "));
  }

  @Test
  void theCopyOfAPartThatGetsLongIsSentAgain() throws IOException {
    assertStreamed(StreamOptions.OWN, "/k", line -> line.startsWith("COPY "));
  }

  @Test
  void theRemovalOfAPartThatGetsLongIsSentAgain() throws IOException {
    assertStreamed(StreamOptions.OWN, "/k", line -> line.startsWith("DELETE "));
  }
}
