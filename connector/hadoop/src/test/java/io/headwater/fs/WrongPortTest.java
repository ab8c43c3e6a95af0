package io.headwater.fs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.headwater.testing.TestCertificate;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The message about an endpoint whose scheme differs from its server's. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class WrongPortTest {
  private static final InetSocketAddress FREE =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

  @TempDir private java.nio.file.Path folder;

  private static Throwable failure(String root, String scheme, int port) {
    Configuration configuration = new Configuration(false);
    String url = scheme + "://127.0.0.1:" + port;
    configuration.set("fs.headwater.s3.endpoint", url);
    configuration.set("fs.headwater.s3.access.key", "a");
    configuration.set("fs.headwater.s3.secret.key", "b");
    configuration.set("fs.headwater.swift.service.cloud.auth.url", url + "/auth/v1.0");
    configuration.set("fs.headwater.swift.service.cloud.user", "a:b");
    configuration.set("fs.headwater.swift.service.cloud.secret.key", "c");
    configuration.setClass("fs.s3.impl", HeadwaterFileSystem.class, FileSystem.class);
    configuration.setClass("fs.swift.impl", SwiftFileSystem.class, FileSystem.class);
    return catchThrowable(
        () -> {
          try (FileSystem fileSystem = FileSystem.newInstance(URI.create(root), configuration)) {
            fileSystem.exists(new Path(root + "/a"));
          }
        });
  }

  private static void refuse(HttpExchange exchange) throws IOException {
    try (exchange) {
      exchange.sendResponseHeaders(400, -1);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"s3://bucket", "swift://bucket.cloud"})
  void httpsAtAnHttpPortIsNotRepeated(String root) throws IOException {
    HttpServer server = HttpServer.create(FREE, 10);
    server.createContext("/", WrongPortTest::refuse);
    // A single thread would wait for the end of what it takes for a request.
    ExecutorService threads = Executors.newCachedThreadPool();
    server.setExecutor(threads);
    server.start();
    try {
      Throwable failure = failure(root, "https", server.getAddress().getPort());
      assertThat(failure)
          .hasMessageContaining("does not speak TLS")
          .hasMessageContaining("http://");
      assertThat(failure.getMessage()).doesNotContain("tries");
    } finally {
      server.stop(0);
      threads.shutdownNow();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"s3://bucket", "swift://bucket.cloud"})
  void httpAtAnHttpsPortIsNotRepeated(String root) throws Exception {
    HttpsServer server = HttpsServer.create(FREE, 10);
    server.setHttpsConfigurator(new HttpsConfigurator(new TestCertificate(folder).context()));
    server.start();
    try {
      Throwable failure = failure(root, "http", server.getAddress().getPort());
      assertThat(failure).hasMessageContaining("speaks TLS").hasMessageContaining("https://");
      assertThat(failure.getMessage()).doesNotContain("tries");
    } finally {
      server.stop(0);
    }
  }
}
