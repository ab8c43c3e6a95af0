package io.headwater.fs.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwater.commit.ConcurrentCommitException;
import io.headwater.fs.InterceptedStore;
import io.headwater.fs.MeteredFileSystem;
import io.headwater.store.ListOptions;
import io.headwater.store.ObjectInfo;
import io.headwater.store.UploadListOptions;
import io.headwater.store.layers.FaultPlan;
import io.headwater.testing.NeedsServer;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Files that exactly one of several writers creates, and aborted streams. */
@NeedsServer
class ExclusiveCreationTest {
  private static Path file(MeteredFileSystem fileSystem) {
    return new Path(fileSystem.getUri() + "/checkpoint/offsets/0");
  }

  private static FSDataOutputStream begin(MeteredFileSystem fileSystem, String text)
      throws IOException {
    FSDataOutputStream out = fileSystem.createExclusively(file(fileSystem));
    out.writeBytes(text);
    return out;
  }

  private static List<String> keys(MeteredFileSystem fileSystem) throws IOException {
    return fileSystem.store().list(ListOptions.tree("")).objects().stream()
        .map(ObjectInfo::key)
        .toList();
  }

  @ParameterizedTest
  @EnumSource
  void theFirstToCloseCreatesTheFile(InterceptedStore store) throws Exception {
    try (MeteredFileSystem fileSystem = store.fileSystem(FaultPlan.none())) {
      FSDataOutputStream first = begin(fileSystem, "first");
      FSDataOutputStream second = begin(fileSystem, "second");
      assertThat(keys(fileSystem)).isEmpty();
      second.close();
      second.close();
      assertThatThrownBy(first::close)
          .isInstanceOf(FileAlreadyExistsException.class)
          .hasMessageContaining(file(fileSystem).toString())
          .hasCauseInstanceOf(ConcurrentCommitException.class);
      assertThat(keys(fileSystem)).containsExactly("checkpoint/offsets/0");
      try (FSDataInputStream in = fileSystem.open(file(fileSystem))) {
        assertThat(in.readAllBytes()).asString().isEqualTo("second");
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void whatIsAbortedLeavesNothing(InterceptedStore store) throws Exception {
    try (MeteredFileSystem fileSystem = store.fileSystem(FaultPlan.none())) {
      FSDataOutputStream exclusive = begin(fileSystem, "given up");
      assertThat(exclusive.abort().alreadyClosed()).isFalse();
      exclusive.close();
      FSDataOutputStream large = fileSystem.create(file(fileSystem));
      large.write(new byte[12 << 20]);
      assertThat(large.abort().anyCleanupException()).isNull();
      large.close();
      assertThat(keys(fileSystem)).isEmpty();
      assertThat(fileSystem.store().uploads().list(UploadListOptions.under("")).uploads())
          .isEmpty();
    }
  }
}
