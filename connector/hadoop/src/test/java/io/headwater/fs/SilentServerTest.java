package io.headwater.fs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FsShell;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A server that accepts connections and never responds, like a hung server or a wrong port. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class SilentServerTest {
  private final List<Socket> accepted = new CopyOnWriteArrayList<>();
  private ServerSocket server;
  private Configuration configuration;

  @BeforeEach
  void open() throws IOException {
    server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    Thread acceptor = new Thread(this::accept);
    acceptor.setDaemon(true);
    acceptor.start();
    configuration = new Configuration(false);
    configuration.set("fs.headwater.s3.endpoint", url());
    configuration.set("fs.headwater.s3.access.key", "a");
    configuration.set("fs.headwater.s3.secret.key", "b");
    configuration.set("fs.headwater.s3.connection.timeout", "1s");
    configuration.setClass("fs.s3.impl", HeadwaterFileSystem.class, FileSystem.class);
    configuration.setBoolean("fs.s3.impl.disable.cache", true);
  }

  private String url() {
    return "http://127.0.0.1:" + server.getLocalPort();
  }

  private void accept() {
    try {
      while (true) {
        accepted.add(server.accept());
      }
    } catch (IOException e) {
      // The test has closed it.
    }
  }

  @AfterEach
  void close() throws IOException {
    server.close();
    for (Socket socket : accepted) {
      socket.close();
    }
  }

  @Test
  void aReadIsNotRepeated() throws IOException {
    try (FileSystem fileSystem = FileSystem.newInstance(URI.create("s3://bucket"), configuration)) {
      assertThatThrownBy(() -> fileSystem.open(new Path("s3://bucket/file")))
          .hasMessageContaining(url())
          .hasMessageContaining("fs.headwater.s3.endpoint");
      assertThat(accepted).hasSize(1);
      assertThatThrownBy(() -> fileSystem.exists(new Path("s3://bucket/file")))
          .hasMessageContaining(url());
      assertThat(accepted).hasSize(2);
    }
  }

  @Test
  void theShellListsByOneRequest() throws Exception {
    PrintStream before = System.err;
    ByteArrayOutputStream reported = new ByteArrayOutputStream();
    System.setErr(new PrintStream(reported, true, StandardCharsets.UTF_8));
    try {
      assertThat(new FsShell(configuration).run(new String[] {"-ls", "s3://bucket/"})).isEqualTo(1);
    } finally {
      System.setErr(before);
    }
    assertThat(reported.toString(StandardCharsets.UTF_8)).contains(url());
    assertThat(accepted).hasSize(1);
  }

  /** Its outcome is unknown, and a later attempt may reveal it. */
  @Test
  void aWriteIsRepeated() throws IOException {
    configuration.setInt("fs.headwater.retry.attempts", 2);
    try (FileSystem fileSystem = FileSystem.newInstance(URI.create("s3://bucket"), configuration)) {
      assertThatThrownBy(() -> fileSystem.create(new Path("s3://bucket/x/_SUCCESS")).close());
    }
    assertThat(accepted).hasSizeGreaterThanOrEqualTo(2);
  }
}
