package io.headwater.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.contract.ContractTestUtils;
import org.apache.hadoop.test.GenericTestUtils.LogCapturer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.slf4j.LoggerFactory;

/** A reader that a program did not close returns its connection, which is the only one. */
@Timeout(300)
final class StreamLeakTest {
  @RegisterExtension static final ContractBucket BUCKET = new ContractBucket();

  /** More than the drain limit on close: a reader that stops halfway must cut its response. */
  private static final byte[] CONTENT = ContractTestUtils.dataset(400_000, 0, 255);

  private static final Path FILE = new Path("/leak/file");

  private FileSystem fileSystem;

  @BeforeEach
  void write() throws IOException {
    Configuration oneConnection = new Configuration();
    oneConnection.set("fs.headwater.connections.max", "1");
    fileSystem = BUCKET.newFileSystem(oneConnection);
    ContractTestUtils.createFile(fileSystem, FILE, true, CONTENT);
  }

  @AfterEach
  void close() throws IOException {
    fileSystem.close();
  }

  @Test
  void reportsAndClosesALeakedReader() throws IOException, InterruptedException {
    LogCapturer log =
        LogCapturer.captureLogs(LoggerFactory.getLogger("io.headwater.fs.read.OpenBody"));
    openAndForget();
    while (!log.getOutput().contains("leak/file was never closed")) {
      System.gc();
      Thread.sleep(10);
    }
    assertFileIsReadable();
  }

  private void openAndForget() throws IOException {
    assertEquals(CONTENT[0], fileSystem.open(FILE).readByte());
  }

  private void assertFileIsReadable() throws IOException {
    try (FSDataInputStream stream = fileSystem.open(FILE)) {
      assertArrayEquals(CONTENT, stream.readAllBytes());
    }
  }
}
