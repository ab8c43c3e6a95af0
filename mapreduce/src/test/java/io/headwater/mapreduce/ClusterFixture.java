package io.headwater.mapreduce;

import io.headwater.testing.TestContainer;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** A cluster for all tests of a class, and a container for each of them. */
abstract class ClusterFixture {
  static MiniCluster cluster;

  final TestContainer container = Scheme.newContainer();

  @BeforeAll
  static void start(@TempDir Path temporary) throws IOException {
    cluster = MiniCluster.start(temporary);
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @AfterEach
  void remove() throws IOException {
    FileSystem.closeAll();
    container.close();
  }
}
