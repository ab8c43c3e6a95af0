package io.headwater.contract;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FsShell;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.test.GenericTestUtils.LogCapturer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.slf4j.LoggerFactory;

/** Hadoop's shell prints only "Input/output error" for a root, so the log has the reason. */
final class RootDeletionLogTest {
  @RegisterExtension static final ContractBucket BUCKET = new ContractBucket();

  @Test
  void theLogSaysWhyARootIsNotDeleted() throws Exception {
    FileSystem fileSystem = BUCKET.fileSystem();
    Path kept = new Path(fileSystem.getUri() + "/kept");
    fileSystem.create(kept).close();
    String root = fileSystem.getUri() + "/";
    LogCapturer log =
        LogCapturer.captureLogs(LoggerFactory.getLogger("io.headwater.fs.write.Deletion"));
    try {
      String[] remove = {"-rm", "-r", "-skipTrash", root};
      assertThat(new FsShell(fileSystem.getConf()).run(remove)).isNotZero();
    } finally {
      log.stopCapturing();
    }
    assertThat(log.getOutput())
        .contains("ERROR")
        .contains(root + ": the root cannot be deleted")
        .contains("hadoop fs -rm -r");
    assertThat(fileSystem.exists(kept)).isTrue();
  }
}
