package io.headwater.store.upload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.security.auth.module.UnixSystem;
import io.headwater.store.GetOptions;
import io.headwater.store.ListOptions;
import io.headwater.store.ObjectBody;
import io.headwater.store.Operation;
import io.headwater.store.PutOptions;
import io.headwater.store.UploadListOptions;
import io.headwater.store.layers.Fault;
import io.headwater.store.layers.FaultLayer;
import io.headwater.store.layers.FaultPlan;
import io.headwater.store.layers.FaultPlan.Rule;
import io.headwater.store.layers.MeterLayer;
import io.headwater.store.layers.RetryLayer;
import io.headwater.store.memory.MemoryStore;
import io.headwater.store.retry.RetryPolicy;
import io.headwater.store.retry.RetryReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ObjectWriterTest {
  private static final int MEBIBYTE = 1 << 20;
  private static final long PART = 5 * MEBIBYTE;
  private static final long WHOLE = 11 * MEBIBYTE;

  @TempDir Path folder;
  private final MemoryStore memory = new MemoryStore("writer");
  private final MeterLayer store = new MeterLayer(memory);

  @ParameterizedTest
  @CsvSource({
    "0, 64m",
    "1, 64m",
    "65536, 64m",
    "5242880, 64m",
    "5242881, 64m",
    "11534336, 64m",
    "11534336, 3m",
    "11534337, 64m",
    "23000000, 64m",
    "23000000, 1m",
    "23000000, 0"
  })
  void whatWasWrittenIsPublishedWhateverTheMemory(int length, String memoryBound) throws Exception {
    UploadResources resources = resources(bytes(memoryBound));
    byte[] data = random(length);

    ObjectWriter writer = ObjectWriter.to(store, resources, "k", PutOptions.OVERWRITE);
    writeInPieces(writer, data);
    writer.close();
    assertThat(memory.list(ListOptions.tree("")).objects()).isEmpty();
    writer.publish();

    assertThat(read("k")).isEqualTo(data);
    assertNothingIsLeft(resources);
    assertThat(resources.pool().peak()).isLessThanOrEqualTo(bytes(memoryBound));
  }

  @ParameterizedTest
  @CsvSource({"0", "100", "5242880", "5242881", "11534336"})
  void anObjectUpToTheWholeLengthCostsOneRequest(int length) throws Exception {
    ObjectWriter writer = ObjectWriter.to(store, resources(PART), "k", PutOptions.OVERWRITE);
    writer.write(new byte[length]);
    writer.close();
    assertThat(store.snapshot().totalRequests()).isZero();
    writer.publish();
    assertThat(store.snapshot().requests())
        .containsExactlyInAnyOrderEntriesOf(Map.of(Operation.PUT, 1L));
  }

  @Test
  void publishingALongObjectCostsOneRequest() throws Exception {
    ObjectWriter writer = ObjectWriter.to(store, resources(64L << 20), "k", PutOptions.OVERWRITE);
    writer.write(new byte[12 * MEBIBYTE]);
    writer.close();
    var sealed = store.snapshot();
    writer.publish();
    assertThat(store.snapshot().since(sealed).requests())
        .containsExactlyInAnyOrderEntriesOf(Map.of(Operation.COMPLETE_UPLOAD, 1L));
  }

  @ParameterizedTest
  @CsvSource({"100", "12000000"})
  void anAbortedObjectLeavesNothing(int length) throws Exception {
    UploadResources resources = resources(MEBIBYTE);
    ObjectWriter writer = ObjectWriter.to(store, resources, "k", PutOptions.OVERWRITE);
    writer.write(random(length));
    writer.close();
    writer.abort();
    writer.abort();

    assertThat(memory.list(ListOptions.tree("")).objects()).isEmpty();
    assertNothingIsLeft(resources);
    assertThat(store.snapshot().requests(Operation.DELETE)).isZero();
    assertThatThrownBy(writer::publish).isInstanceOf(IOException.class);
  }

  @ParameterizedTest
  @CsvSource({"100", "12000000"})
  void anUnnamedObjectIsSentOnlyWhenItIsNamed(int length) throws Exception {
    UploadResources resources = resources(MEBIBYTE);
    byte[] data = random(length);
    ObjectWriter writer = ObjectWriter.unnamed(store, resources, PutOptions.OVERWRITE);
    writeInPieces(writer, data);
    writer.close();
    assertThat(store.snapshot().totalRequests()).isZero();
    writer.publishAs("named");

    assertThat(read("named")).isEqualTo(data);
    assertNothingIsLeft(resources);
  }

  @Test
  void partsSentUnderAnotherKeyAreMoved() throws Exception {
    byte[] data = random(12 * MEBIBYTE);
    ObjectWriter writer = ObjectWriter.to(store, resources(0), "first", PutOptions.OVERWRITE);
    writer.write(data);
    writer.close();
    writer.publishAs("second");

    assertThat(read("second")).isEqualTo(data);
    assertThat(memory.list(ListOptions.tree("")).objects()).hasSize(1);
  }

  @Test
  void aPartThatFailsIsSentAgainFromItsBuffer() throws Exception {
    FaultPlan plan =
        FaultPlan.exactly(
            new Rule(Operation.PUT_PART, 1, Fault.LOSE_REQUEST),
            new Rule(Operation.PUT_PART, 3, Fault.LOSE_RESPONSE),
            new Rule(Operation.PUT_PART, 5, Fault.THROTTLE));
    RetryPolicy retries =
        new RetryPolicy(
            Set.of(RetryReason.TRANSIENT),
            6,
            Duration.ofMillis(1),
            Duration.ofMillis(2),
            Duration.ofMinutes(1));
    byte[] data = random(23 * MEBIBYTE);
    ObjectWriter writer =
        ObjectWriter.to(
            new RetryLayer(new FaultLayer(store, plan), retries),
            resources(3 * MEBIBYTE),
            "k",
            PutOptions.OVERWRITE);
    writeInPieces(writer, data);
    writer.close();
    writer.publish();
    assertThat(read("k")).isEqualTo(data);
  }

  @Test
  void aPartThatCannotBeSentFailsTheObject() throws Exception {
    FaultPlan plan = FaultPlan.exactly(new Rule(Operation.PUT_PART, 2, Fault.LOSE_REQUEST));
    UploadResources resources = resources(MEBIBYTE);
    ObjectWriter writer =
        ObjectWriter.to(new FaultLayer(store, plan), resources, "k", PutOptions.OVERWRITE);
    writer.write(random(12 * MEBIBYTE));
    assertThatThrownBy(writer::close).hasMessageContaining("injected LOSE_REQUEST");
    assertThatThrownBy(writer::publish).isInstanceOf(IOException.class);
    writer.abort();
    assertThat(memory.list(ListOptions.tree("")).objects()).isEmpty();
    assertNothingIsLeft(resources);
  }

  @Test
  void aFailedPublishingMayBeTriedAgain() throws Exception {
    FaultPlan plan = FaultPlan.exactly(new Rule(Operation.PUT, 1, Fault.LOSE_REQUEST));
    ObjectWriter writer =
        ObjectWriter.to(new FaultLayer(store, plan), resources(PART), "k", PutOptions.OVERWRITE);
    writer.write(7);
    writer.close();
    assertThatThrownBy(writer::publish).hasMessageContaining("injected");
    writer.publish();
    assertThat(read("k")).containsExactly(7);
  }

  @Test
  void aBufferFolderThatCannotBeUsedIsNamed() throws Exception {
    Path file = Files.writeString(folder.resolve("file"), "in the way");
    UploadResources resources =
        new UploadResources(new UploadSettings(WritePolicy.BUFFER, 0, file, PART, PART, 1));
    ObjectWriter writer = ObjectWriter.to(store, resources, "k", PutOptions.OVERWRITE);
    assertThatThrownBy(() -> writer.write(1))
        .isInstanceOf(BufferFolderException.class)
        .hasMessageContaining(file.toString())
        .hasMessageContaining("fs.headwater.upload.buffer.dir");
  }

  /** A disk of 1 MiB, which only root can create. */
  @Test
  void aFullDiskIsNamedAndNothingIsPublished() throws Exception {
    assumeTrue(new UnixSystem().getUid() == 0, "mounting a small file system needs root");
    run("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", folder.toString());
    try {
      UploadResources resources = resources(MEBIBYTE);
      ObjectWriter writer = ObjectWriter.to(store, resources, "k", PutOptions.OVERWRITE);
      assertThatThrownBy(() -> writer.write(random(4 * MEBIBYTE)))
          .isInstanceOf(BufferFolderException.class)
          .hasMessageContaining("No space left on device")
          .hasMessageContaining(folder.toString());
      writer.abort();
      assertNothingIsLeft(resources);
    } finally {
      run("umount", folder.toString());
    }
  }

  private static void run(String... command) throws Exception {
    assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
  }

  private void writeInPieces(ObjectWriter writer, byte[] data) throws IOException {
    Random random = new Random(data.length);
    int position = 0;
    while (position < data.length) {
      int piece = Math.min(data.length - position, 1 + random.nextInt(300_000));
      writer.write(data, position, piece);
      position += piece;
    }
  }

  private void assertNothingIsLeft(UploadResources resources) throws IOException {
    assertThat(resources.pool().inUse()).isZero();
    assertThat(memory.uploads().list(UploadListOptions.under("")).uploads()).isEmpty();
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).isEmpty();
    }
  }

  private UploadResources resources(long memoryBound) {
    return new UploadResources(
        new UploadSettings(WritePolicy.BUFFER, memoryBound, folder, WHOLE, PART, 3));
  }

  private byte[] read(String key) throws IOException {
    try (ObjectBody body = memory.get(key, GetOptions.WHOLE)) {
      return body.stream().readAllBytes();
    }
  }

  private static long bytes(String text) {
    return text.endsWith("m")
        ? Long.parseLong(text.substring(0, text.length() - 1)) * MEBIBYTE
        : Long.parseLong(text);
  }

  private static byte[] random(int length) {
    byte[] data = new byte[length];
    new Random(length).nextBytes(data);
    return data;
  }
}
