package io.headwater.fs;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwater.testing.NeedsServer;
import io.headwater.testing.TcpRelay;
import io.headwater.testing.TestBucket;
import io.headwater.testing.TestContainer;
import io.headwater.testing.TestServer;
import io.headwater.testing.TestServers;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * All file systems with the same settings share one bounded set of connections, even while more
 * files are read than connections exist. The connections are counted in front of real servers.
 */
@NeedsServer
@Timeout(300)
final class ConnectionsTest {
  private static final int MOST = 3;
  private static final int BUCKETS = 3;
  private static final int THREADS = 6;

  /**
   * More than the sockets' buffers, so that a response that is not read to its end holds its
   * connection.
   */
  private static final byte[] CONTENT = new byte[8 << 20];

  private final Configuration configuration = new Configuration();
  private final List<FileSystem> fileSystems = new ArrayList<>();

  ConnectionsTest() {
    new Random(1).nextBytes(CONTENT);
    configuration.setInt("fs.headwater.connections.max", MOST);
  }

  @Test
  void ofOneSwiftService() throws Exception {
    List<TestContainer> containers = new ArrayList<>();
    for (int i = 0; i < BUCKETS; i++) {
      containers.add(TestServers.swiftNative().newContainer());
    }
    URI account = containers.get(0).raw().account();
    try (TcpRelay relay = new TcpRelay(account)) {
      TestServers.swiftNative().hadoopSettings("test").forEach(configuration::set);
      configuration.set(
          "fs.headwater.swift.service.test.storage.url", relay.through(account).toString());
      for (TestContainer container : containers) {
        open("swift://" + container.name() + ".test");
        open("swift2d://" + container.name() + ".test");
      }
      assertBounded(relay);
    } finally {
      containers.forEach(TestContainer::close);
    }
  }

  @Test
  void ofOneS3Store() throws Exception {
    TestServer server = TestServers.versity();
    List<TestBucket> buckets = new ArrayList<>();
    for (int i = 0; i < BUCKETS; i++) {
      buckets.add(server.newBucket());
    }
    try (TcpRelay relay = new TcpRelay(server.endpoint())) {
      String endpoint = relay.through(server.endpoint()).toString();
      configuration.set("fs.s3a.impl", HeadwaterFileSystem.class.getName());
      configuration.set("fs.headwater.s3.endpoint", endpoint);
      configuration.set("fs.headwater.s3.access.key", server.accessKey());
      configuration.set("fs.headwater.s3.secret.key", server.secretKey());
      configuration.set("fs.cos.store.endpoint", endpoint);
      for (TestBucket bucket : buckets) {
        open("s3://" + bucket.name());
        open("s3a://" + bucket.name());
        open("cos://" + bucket.name() + ".store");
      }
      assertBounded(relay);
    } finally {
      buckets.forEach(TestBucket::close);
    }
  }

  private void open(String root) throws IOException {
    fileSystems.add(FileSystem.newInstance(URI.create(root), configuration));
  }

  private void assertBounded(TcpRelay relay) throws Exception {
    for (FileSystem fileSystem : fileSystems) {
      try (FSDataOutputStream out = fileSystem.create(new Path("/file"))) {
        out.write(CONTENT);
      }
    }
    assertReadersThatStopHalfwayLeaveNone(relay);
    runInThreads(this::readAllAtOnce);
    assertThat(relay.most()).isEqualTo(MOST);
    for (FileSystem fileSystem : fileSystems) {
      // The earlier ones are closed: only the last close closes the shared connections.
      assertThat(fileSystem.exists(new Path("/file"))).isTrue();
      fileSystem.close();
    }
    assertThat(relay.open()).isZero();
  }

  /** Skipping this much costs more than another connection, so their connections are closed. */
  private void assertReadersThatStopHalfwayLeaveNone(TcpRelay relay) throws IOException {
    for (FileSystem fileSystem : fileSystems) {
      try (FSDataInputStream stream = fileSystem.open(new Path("/file"))) {
        assertThat(stream.readNBytes(CONTENT.length / 2)).hasSize(CONTENT.length / 2);
        assertThat(relay.open()).isEqualTo(1);
      }
      assertThat(relay.open()).isZero();
    }
  }

  private static void runInThreads(Callable<Void> task) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      List<Future<Void>> all = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        all.add(threads.submit(task));
      }
      for (Future<Void> each : all) {
        each.get();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  /** Like a merge of sorted files. */
  private Void readAllAtOnce() throws IOException {
    List<FSDataInputStream> streams = new ArrayList<>();
    for (FileSystem fileSystem : fileSystems) {
      FSDataInputStream stream = fileSystem.open(new Path("/file"));
      streams.add(stream);
      assertThat(stream.read()).isEqualTo(CONTENT[0] & 0xff);
    }
    for (FSDataInputStream stream : streams) {
      byte[] rest = stream.readAllBytes();
      assertThat(rest).hasSize(CONTENT.length - 1);
      assertThat(rest[rest.length - 1]).isEqualTo(CONTENT[CONTENT.length - 1]);
      stream.close();
    }
    return null;
  }
}
