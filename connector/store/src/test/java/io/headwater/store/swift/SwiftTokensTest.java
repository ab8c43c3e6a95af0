package io.headwater.store.swift;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwater.store.swift.client.SwiftSettings;
import io.headwater.testing.NeedsServer;
import io.headwater.testing.TestContainer;
import io.headwater.testing.TestServers;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** TempAuth tokens that become invalid. */
@NeedsServer
final class SwiftTokensTest {
  /** Fewer than the threads. A third of the threads keep one open while the token is renewed. */
  private static final int CONNECTIONS = 24;

  @Test
  void oneThreadRenewsTheTokenOfAll() throws Exception {
    try (TestContainer container = TestServers.swiftNative().newContainer();
        TokenGate gate = new TokenGate(TestServers.swiftNative());
        SwiftStore store = SwiftStore.open(container.name(), settings(gate))) {
      new ExpiringTokens(store, gate::expire).run();
      assertThat(gate.given()).isEqualTo(1 + ExpiringTokens.TIMES);
    }
  }

  private static SwiftSettings settings(TokenGate gate) {
    return gate.guarded()
        .settings()
        .withBounds(CONNECTIONS, Duration.ofSeconds(5), Duration.ofSeconds(60));
  }
}
