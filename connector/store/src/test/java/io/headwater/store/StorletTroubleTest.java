package io.headwater.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwater.store.content.Content;
import io.headwater.store.exception.TransientStoreException;
import io.headwater.store.s3.S3Store;
import io.headwater.store.storlet.StorletAnswer;
import io.headwater.store.storlet.StorletCall;
import io.headwater.store.storlet.StorletRefusedException;
import io.headwater.store.swift.SwiftStore;
import io.headwater.testing.NeedsServer;
import io.headwater.testing.TcpRelay;
import io.headwater.testing.TestContainer;
import io.headwater.testing.TestServer;
import io.headwater.testing.TestServers;
import io.headwater.testing.TestStorlets;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Storlets that a real Swift is configured not to run, and a response whose connection breaks. */
@NeedsServer
final class StorletTroubleTest {
  private static final String KEY = "zeros.gz";
  private static final StorletCall CALL = StorletContract.call("decompress");

  /** More than the buffers of all sockets in between, so that an unread response does not end. */
  private static final int LENGTH = 256 << 20;

  private TestContainer container;

  /** The two ways to a container. */
  enum Api {
    S3,
    SWIFT;

    ObjectStore open(TestContainer container, TcpRelay relay) throws IOException {
      if (this == SWIFT) {
        return SwiftStore.open(
            container.name(),
            container.settings().withStorageUrl(relay.through(container.raw().account())));
      }
      TestServer server = TestServers.swift();
      return S3Store.open(
          container.name(), server.settings().withEndpoint(relay.through(server.endpoint())));
    }
  }

  @BeforeEach
  void makeContainer() throws IOException {
    TestStorlets.deploy("decompress");
    container = TestServers.swiftNative().newContainer();
    try (ObjectStore store = container.open()) {
      store.put(KEY, Content.of(zeros()), PutOptions.OVERWRITE);
    }
  }

  private static byte[] zeros() throws IOException {
    ByteArrayOutputStream compressed = new ByteArrayOutputStream();
    byte[] some = new byte[1 << 20];
    try (GZIPOutputStream out = new GZIPOutputStream(compressed)) {
      for (int written = 0; written < LENGTH; written += some.length) {
        out.write(some);
      }
    }
    return compressed.toByteArray();
  }

  @AfterEach
  void removeContainer() {
    container.close();
  }

  private TcpRelay relay() throws IOException {
    return new TcpRelay(container.raw().account());
  }

  private void policy(String document) {
    int status =
        container
            .raw()
            .send(
                "POST", "/" + container.name(), Map.of("X-Container-Storlet-Policy", document), "")
            .statusCode();
    assertThat(status).isEqualTo(204);
  }

  @ParameterizedTest
  @EnumSource(Api.class)
  void aPolicyForbids(Api api) throws IOException {
    policy("{\"allow\": []}");
    try (TcpRelay relay = relay();
        ObjectStore store = api.open(container, relay)) {
      assertThatThrownBy(() -> store.run(KEY, CALL))
          .isInstanceOfSatisfying(
              StorletRefusedException.class, e -> assertThat(e.reason()).isEqualTo("policy"));
    }
  }

  @ParameterizedTest
  @EnumSource(Api.class)
  void theStoreIsBusy(Api api) throws IOException {
    policy("{\"quota\": {\"at_once\": 1}}");
    try (TcpRelay relay = relay();
        ObjectStore store = api.open(container, relay);
        StorletAnswer unread = store.run(KEY, CALL)) {
      assertThat(unread.counts()).isEmpty();
      assertThatThrownBy(() -> store.run(KEY, CALL))
          .isInstanceOfSatisfying(
              StorletRefusedException.class,
              e -> {
                assertThat(e.reason()).isEqualTo("busy");
                assertThat(e.retryAfter()).isPresent();
              });
    }
  }

  @ParameterizedTest
  @EnumSource(Api.class)
  void aConnectionBreaksMidway(Api api) throws IOException {
    try (TcpRelay relay = relay();
        ObjectStore store = api.open(container, relay);
        StorletAnswer answer = store.run(KEY, CALL)) {
      assertThat(answer.stream().readNBytes(1 << 20)).hasSize(1 << 20);
      relay.cut();
      assertThatThrownBy(() -> answer.stream().skipNBytes(LENGTH))
          .isInstanceOf(TransientStoreException.class)
          .hasMessageContaining(KEY);
      assertThat(answer.counts()).isEmpty();
    }
  }
}
