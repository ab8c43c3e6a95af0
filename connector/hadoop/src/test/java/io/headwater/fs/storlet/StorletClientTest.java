package io.headwater.fs.storlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwater.fs.MemoryFileSystem;
import io.headwater.fs.MeteredFileSystem;
import io.headwater.fs.RealStore;
import io.headwater.fs.cache.StorletSupportCache;
import io.headwater.fs.read.ReplacedFileException;
import io.headwater.store.Operation;
import io.headwater.store.PutOptions;
import io.headwater.store.StorletContract;
import io.headwater.store.content.ByteRange;
import io.headwater.store.content.Content;
import io.headwater.store.layers.Fault;
import io.headwater.store.layers.FaultPlan;
import io.headwater.store.storlet.StorletAnswer;
import io.headwater.store.storlet.StorletCall;
import io.headwater.store.storlet.StorletsUnsupportedException;
import io.headwater.testing.NeedsServer;
import io.headwater.testing.TestClock;
import io.headwater.testing.TestStorlets;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import org.apache.hadoop.fs.EtagSource;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathIOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Storlets on the files of a file system: on a real Swift, and on stores without storlets. */
@NeedsServer
final class StorletClientTest {
  private static final Path FILE = new Path("/file");
  private static final StorletCall GREP = StorletContract.call("grep", "pattern", "o");

  private final TestClock clock = new TestClock();
  private MeteredFileSystem fileSystem;

  private StorletClient open(RealStore.Server server, FaultPlan plan) throws IOException {
    RealStore real = server.open();
    fileSystem =
        new MeteredFileSystem(URI.create("s3://bucket"), real.store(), plan, real.removal());
    return storletClient();
  }

  /** In a process with empty caches. */
  private StorletClient storletClient() throws IOException {
    fileSystem.store().put("file", content("one\ntwo\nthree\n"), PutOptions.OVERWRITE);
    return fileSystem.storletClient(new StorletSupportCache(clock));
  }

  @AfterEach
  void close() throws IOException {
    fileSystem.close();
  }

  private static Content content(String text) {
    return Content.of(text.getBytes());
  }

  private long storletRequests() {
    return fileSystem.requests().requests(Operation.STORLET);
  }

  private static String text(StorletClient near, Path path, Optional<String> etag)
      throws IOException {
    try (StorletAnswer answer = near.run(path, etag, GREP)) {
      return new String(answer.stream().readAllBytes());
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"SWIFT", "SWIFT_S3"})
  void probesAStorletOnce(RealStore.Server server) throws IOException {
    TestStorlets.deploy("grep");
    TestStorlets.deploy("sample");
    StorletClient near = open(server, FaultPlan.none());
    assertThat(near.runs(FILE, "grep")).isTrue();
    assertThat(near.runs(new Path("/not/there"), "grep")).isTrue();
    assertThat(storletRequests()).isEqualTo(1);
    assertThat(near.runs(FILE, "sample")).isTrue();
    assertThat(near.runs(FILE, "none-such")).isFalse();
    assertThat(near.runs(FILE, "none-such")).isFalse();
    assertThat(storletRequests()).isEqualTo(3);
    clock.advance(Duration.ofMinutes(10));
    assertThat(near.runs(FILE, "none-such")).isFalse();
    assertThat(near.runs(FILE, "grep")).isTrue();
    assertThat(storletRequests()).isEqualTo(4);
    assertThat(fileSystem.hasPathCapability(FILE, "fs.headwater.capability.storlets")).isTrue();
  }

  @Test
  void aMissingObjectLeavesTheOutcomeUnknown() throws IOException {
    TestStorlets.deploy("grep");
    StorletClient near = open(RealStore.Server.SWIFT, FaultPlan.none());
    assertThat(near.runs(new Path("/not/there"), "grep")).isFalse();
    assertThat(near.runs(FILE, "grep")).isTrue();
  }

  @Test
  void aBrokenConnectionLeavesTheOutcomeUnknown() throws IOException {
    TestStorlets.deploy("grep");
    FaultPlan.Rule lost = new FaultPlan.Rule(Operation.STORLET, 1, Fault.LOSE_REQUEST);
    StorletClient near = open(RealStore.Server.SWIFT_S3, FaultPlan.exactly(lost));
    assertThat(near.runs(FILE, "grep")).isFalse();
    assertThat(near.runs(FILE, "grep")).isTrue();
  }

  @Test
  void probesAStoreWithoutStorletsOnce() throws IOException {
    StorletClient near = open(RealStore.Server.VERSITY, FaultPlan.none());
    assertThat(near.runs(FILE, "grep")).isFalse();
    assertThat(near.runs(FILE, "grep")).isFalse();
    assertThat(storletRequests()).isEqualTo(1);
    assertThatThrownBy(() -> text(near, FILE, Optional.empty()))
        .isInstanceOf(StorletsUnsupportedException.class);
  }

  @Test
  void doesNotProbeAStoreThatCannotHaveStorlets() throws IOException {
    fileSystem = MemoryFileSystem.create();
    StorletClient near = storletClient();
    assertThat(near.runs(FILE, "grep")).isFalse();
    assertThat(storletRequests()).isZero();
    assertThat(fileSystem.hasPathCapability(FILE, "fs.headwater.capability.storlets")).isFalse();
    assertThatThrownBy(() -> text(near, FILE, Optional.empty()))
        .isInstanceOf(StorletsUnsupportedException.class)
        .hasMessageContaining("fs.headwater.storlets");
  }

  @ParameterizedTest
  @EnumSource(names = {"SWIFT", "SWIFT_S3"})
  void runsAStorletOnAFile(RealStore.Server server) throws IOException {
    TestStorlets.deploy("grep");
    StorletClient near = open(server, FaultPlan.none());
    long before = fileSystem.bytesRead();
    assertThat(text(near, FILE, Optional.empty())).isEqualTo("one\ntwo\n");
    StorletCall second =
        new StorletCall(GREP.stages(), Optional.of(ByteRange.of(3, 8)), Optional.empty());
    try (StorletAnswer answer = near.run(FILE, Optional.empty(), second)) {
      assertThat(answer.stream().readAllBytes()).asString().isEqualTo("two\n");
    }
    assertThat(fileSystem.bytesRead() - before).isEqualTo("one\ntwo\n".length() + "two\n".length());
  }

  @ParameterizedTest
  @EnumSource(names = {"SWIFT", "SWIFT_S3"})
  void aFileThatWasReplacedFails(RealStore.Server server) throws IOException {
    TestStorlets.deploy("grep");
    StorletClient near = open(server, FaultPlan.none());
    String etag = ((EtagSource) fileSystem.listStatus(new Path("/"))[0]).getEtag();
    assertThat(text(near, FILE, Optional.of(etag))).isEqualTo("one\ntwo\n");
    fileSystem.store().put("file", content("other\n"), PutOptions.OVERWRITE);
    assertThatThrownBy(() -> text(near, FILE, Optional.of(etag)))
        .isInstanceOf(ReplacedFileException.class)
        .hasMessageContaining("the file was replaced after it was listed");
    assertThat(text(near, FILE, Optional.empty())).isEqualTo("other\n");
  }

  @Test
  void aPartIsFoundByItsJobsName() throws IOException {
    TestStorlets.deploy("grep");
    StorletClient near = open(RealStore.Server.SWIFT, FaultPlan.none());
    Path work = new Path("/out/_temporary/0/_temporary/attempt_1_0001_r_000000_0");
    try (var out = fileSystem.create(new Path(work, "part-00000"))) {
      out.writeBytes("one\ntwo\nthree\n");
    }
    Path logical = new Path("/out/part-00000");
    assertThatThrownBy(() -> text(near, new Path(work, "part-00000"), Optional.empty()))
        .isInstanceOf(PathIOException.class)
        .hasMessageContaining("being written");
    fileSystem.rename(work, new Path("/out/_temporary/0/task_1_0001_r_000000"));
    Path listed = fileSystem.listStatus(new Path("/out"))[0].getPath();
    assertThat(listed).isNotEqualTo(fileSystem.makeQualified(logical));
    String etag = ((EtagSource) fileSystem.getFileStatus(listed)).getEtag();
    for (Path path : new Path[] {logical, listed}) {
      assertThat(text(near, path, Optional.empty())).isEqualTo("one\ntwo\n");
      assertThat(text(near, path, Optional.of(etag))).isEqualTo("one\ntwo\n");
      assertThatThrownBy(() -> text(near, path, Optional.of("0".repeat(32))))
          .isInstanceOf(ReplacedFileException.class)
          .hasMessageContaining("replaced");
    }
    assertThatThrownBy(() -> text(near, new Path("/out"), Optional.empty()))
        .isInstanceOf(FileNotFoundException.class)
        .hasMessageContaining("folder");
    assertThatThrownBy(() -> text(near, new Path("/nothing"), Optional.empty()))
        .isInstanceOf(FileNotFoundException.class);
  }
}
