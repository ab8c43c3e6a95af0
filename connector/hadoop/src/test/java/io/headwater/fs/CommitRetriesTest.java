package io.headwater.fs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.headwater.store.ObjectStore;
import io.headwater.store.PutOptions;
import io.headwater.store.content.Content;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * How often a file system sends a request to a store that responds with 503, as during a restart.
 */
final class CommitRetriesTest {
  private static final int REFUSED = 3;

  private final AtomicInteger requests = new AtomicInteger();
  private HttpServer server;
  private HeadwaterFileSystem fileSystem;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          exchange.getRequestBody().readAllBytes();
          exchange.getResponseHeaders().set("ETag", "\"x\"");
          exchange.sendResponseHeaders(requests.incrementAndGet() > REFUSED ? 200 : 503, -1);
          exchange.close();
        });
    server.start();
    Configuration configuration = new Configuration(false);
    configuration.set(
        "fs.headwater.s3.endpoint", "http://127.0.0.1:" + server.getAddress().getPort());
    configuration.set("fs.headwater.s3.access.key", "test");
    configuration.set("fs.headwater.s3.secret.key", "test");
    configuration.set("fs.headwater.retry.attempts", "1");
    fileSystem = new HeadwaterFileSystem();
    fileSystem.initialize(URI.create("s3://bucket"), configuration);
  }

  @AfterEach
  void stop() throws IOException {
    fileSystem.close();
    server.stop(0);
  }

  private static void put(ObjectStore store) throws IOException {
    store.put("data/_SUCCESS.delta.x", Content.empty(), PutOptions.OVERWRITE);
  }

  @Test
  void aCommitsRequestIsSentUntilTheStoreIsBack() throws IOException {
    put(fileSystem.context().bucket().commits());
    assertThat(requests).hasValue(REFUSED + 1);
  }

  @Test
  void anyOtherIsSentAsOftenAsTheSettingSays() {
    assertThatThrownBy(() -> put(fileSystem.context().bucket().store()))
        .hasMessageContaining("503");
    assertThat(requests).hasValue(1);
  }
}
