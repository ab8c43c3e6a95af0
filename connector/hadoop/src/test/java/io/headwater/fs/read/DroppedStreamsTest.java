package io.headwater.fs.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwater.testing.NeedsServer;
import io.headwater.testing.TcpConnections;
import io.headwater.testing.TestBucket;
import io.headwater.testing.TestContainer;
import io.headwater.testing.TestServer;
import io.headwater.testing.TestServers;
import java.io.IOException;
import java.net.URI;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Thousands of half-read streams, every other one not closed, cost neither connections nor waits.
 * The operating system counts the connections to real servers.
 */
@NeedsServer
@Timeout(300)
@Tag("long")
final class DroppedStreamsTest {
  private static final int CONNECTIONS = 256;

  /** Swift's dedicated connections for authentication. */
  private static final int FOR_TOKENS = 2;

  /** Half of it is so long that closing is cheaper than reading the rest. */
  private static final byte[] CONTENT = new byte[160 << 10];

  private final Configuration configuration = new Configuration();

  DroppedStreamsTest() {
    new Random(1).nextBytes(CONTENT);
    configuration.setInt("fs.headwater.connections.max", CONNECTIONS);
  }

  @Test
  void tenThousandOfAnS3Store() throws Exception {
    TestServer server = TestServers.versity();
    try (TestBucket bucket = server.newBucket()) {
      configuration.set("fs.headwater.s3.endpoint", server.endpoint().toString());
      configuration.set("fs.headwater.s3.access.key", server.accessKey());
      configuration.set("fs.headwater.s3.secret.key", server.secretKey());
      URI root = URI.create("s3://" + bucket.name());
      assertNoneIsLost(10_000, root, server.endpoint().getPort(), CONNECTIONS);
    }
  }

  @Test
  void aThousandOfASwiftService() throws Exception {
    try (TestContainer container = TestServers.swiftNative().newContainer()) {
      TestServers.swiftNative().hadoopSettings("test").forEach(configuration::set);
      URI root = URI.create("swift://" + container.name() + ".test");
      int port = container.raw().account().getPort();
      assertNoneIsLost(1_000, root, port, CONNECTIONS + FOR_TOKENS);
    }
  }

  private void assertNoneIsLost(int opens, URI root, int port, int most) throws IOException {
    Path file = new Path("/file");
    int before = TcpConnections.to(port);
    try (FileSystem fileSystem = FileSystem.newInstance(root, configuration)) {
      try (FSDataOutputStream out = fileSystem.create(file)) {
        out.write(CONTENT);
      }
      for (int i = 0; i < opens; i++) {
        FSDataInputStream stream = fileSystem.open(file);
        stream.readNBytes(CONTENT.length / 2);
        if (i % 2 == 0) {
          stream.close();
        }
      }
      assertThat(TcpConnections.to(port) - before).isLessThanOrEqualTo(most);
      try (FSDataInputStream stream = fileSystem.open(file)) {
        assertThat(stream.readAllBytes()).isEqualTo(CONTENT);
      }
    }
    assertThat(TcpConnections.to(port)).isLessThanOrEqualTo(before);
  }
}
