package io.headwater.fs.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwater.fs.MemoryFileSystem;
import io.headwater.store.ListOptions;
import io.headwater.store.Operation;
import io.headwater.store.UploadListOptions;
import io.headwater.store.layers.Fault;
import io.headwater.store.layers.FaultPlan;
import io.headwater.store.layers.FaultPlan.Rule;
import java.io.IOException;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;

class HeadwaterOutputStreamTest {
  private static final Path FILE = new Path("s3://bucket/file");

  @Test
  void aStreamThatLostBytesNeverBecomesAFile() throws Exception {
    MemoryFileSystem fileSystem =
        MemoryFileSystem.create(
            FaultPlan.exactly(new Rule(Operation.CREATE_UPLOAD, 1, Fault.LOSE_REQUEST)));
    FSDataOutputStream out = fileSystem.create(FILE);
    assertThatThrownBy(() -> out.write(new byte[40 << 20])).isInstanceOf(IOException.class);
    assertThatThrownBy(out::close).hasMessageContaining("was not written");
    assertNothingIsThere(fileSystem);
  }

  @Test
  void aFileThatCannotBePublishedFailsItsClose() throws Exception {
    MemoryFileSystem fileSystem =
        MemoryFileSystem.create(FaultPlan.exactly(new Rule(Operation.PUT, 1, Fault.LOSE_REQUEST)));
    FSDataOutputStream out = fileSystem.create(FILE);
    out.write(1);
    assertThatThrownBy(out::close).hasMessageContaining("injected");
    out.close();
    assertNothingIsThere(fileSystem);
  }

  @Test
  void anAbortedStreamLeavesNothing() throws Exception {
    MemoryFileSystem fileSystem = MemoryFileSystem.create();
    FSDataOutputStream out = fileSystem.create(FILE);
    out.write(new byte[40 << 20]);
    assertThat(out.abort().alreadyClosed()).isFalse();
    out.close();
    assertNothingIsThere(fileSystem);
    assertThat(out.abort().alreadyClosed()).isTrue();
  }

  @Test
  void aClosedStreamTakesNoMore() throws Exception {
    FSDataOutputStream out = MemoryFileSystem.create().create(FILE);
    out.close();
    assertThatThrownBy(() -> out.write(1)).hasMessageContaining("is closed");
  }

  private static void assertNothingIsThere(MemoryFileSystem fileSystem) throws IOException {
    assertThat(fileSystem.store().list(ListOptions.tree("")).objects()).isEmpty();
    assertThat(fileSystem.store().uploads().list(UploadListOptions.under("")).uploads()).isEmpty();
  }
}
