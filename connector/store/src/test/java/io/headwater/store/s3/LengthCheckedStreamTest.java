package io.headwater.store.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwater.store.GetOptions;
import io.headwater.store.LengthCheckedStream;
import io.headwater.store.ObjectBody;
import io.headwater.store.exception.TransientStoreException;
import io.headwater.testing.TestServer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;

/** Bodies that end early and bodies that are closed early. */
final class LengthCheckedStreamTest {
  private static final int DRAINED = (int) LengthCheckedStream.DRAIN_LIMIT;

  private static S3Store open(CuttingServer server) throws IOException {
    return S3Store.open(
        "bucket",
        S3Settings.defaults(TestServer.credentials("a", "b")).withEndpoint(server.endpoint()));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 70_000, 99_999})
  void anEarlyEndIsAnError(int sent) throws IOException {
    try (CuttingServer server = new CuttingServer(100_000, sent);
        S3Store store = open(server);
        ObjectBody body = store.get("a", GetOptions.WHOLE)) {
      assertThat(body.length()).isEqualTo(100_000);
      assertThat(body.stream().readNBytes(sent)).hasSize(sent);
      assertThatThrownBy(() -> body.stream().read())
          .isInstanceOf(TransientStoreException.class)
          .hasMessageContaining("GET s3://bucket/a")
          .hasMessageContaining("after " + sent + " of 100000 bytes");
    }
  }

  /** The HTTP client itself throws at an early end. This class does not rely on that. */
  @Test
  void anEarlyEndThatTheClientTakesForTheEndIsAnError() throws IOException {
    var short3 = AbortableInputStream.create(new ByteArrayInputStream(new byte[3]));
    var response = new ResponseInputStream<>(GetObjectResponse.builder().build(), short3);
    try (InputStream stream = new LengthCheckedStream(new S3ResponseBody(response), "GET a", 4)) {
      assertThat(stream.readNBytes(3)).hasSize(3);
      assertThatThrownBy(stream::read)
          .isInstanceOf(TransientStoreException.class)
          .hasMessage("GET a: the response ended after 3 of 4 bytes");
    }
  }

  @Test
  void aWholeBodyEnds() throws IOException {
    try (CuttingServer server = new CuttingServer(10, 10);
        S3Store store = open(server);
        ObjectBody body = store.get("a", GetOptions.WHOLE)) {
      InputStream stream = body.stream();
      assertThat(stream.readAllBytes()).hasSize(10);
      assertThat(stream.read()).isEqualTo(-1);
      assertThat(stream.read(new byte[4])).isEqualTo(-1);
    }
  }

  @Test
  void closingKeepsTheConnectionIfFewBytesAreUnread() throws IOException {
    assertThat(connectionsOfTwoReads(DRAINED)).isEqualTo(1);
  }

  @Test
  void closingDropsTheConnectionIfManyBytesAreUnread() throws IOException {
    assertThat(connectionsOfTwoReads(DRAINED + 1)).isEqualTo(2);
  }

  private static int connectionsOfTwoReads(int length) throws IOException {
    try (CuttingServer server = new CuttingServer(length, length);
        S3Store store = open(server)) {
      store.get("a", GetOptions.WHOLE).close();
      store.get("a", GetOptions.WHOLE).close();
      return server.connections();
    }
  }

  @Test
  void aClosedStreamIsNotRead() throws IOException {
    try (CuttingServer server = new CuttingServer(10, 10);
        S3Store store = open(server)) {
      ObjectBody body = store.get("a", GetOptions.WHOLE);
      body.close();
      assertThatThrownBy(() -> body.stream().read()).isInstanceOf(IOException.class);
      assertThat(body.stream().available()).isZero();
    }
  }

  @Test
  void reportsTheInterruptionOfAReader() throws IOException {
    try (CuttingServer server = new CuttingServer(10, 10);
        S3Store store = open(server);
        ObjectBody body = store.get("a", GetOptions.WHOLE)) {
      Thread.currentThread().interrupt();
      try {
        assertThatThrownBy(() -> body.stream().read()).isInstanceOf(InterruptedIOException.class);
      } finally {
        assertThat(Thread.interrupted()).isTrue();
      }
    }
  }
}
