package io.headwater.store.upload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwater.store.Capability;
import io.headwater.store.GetOptions;
import io.headwater.store.ListOptions;
import io.headwater.store.MultipartUploads;
import io.headwater.store.ObjectBody;
import io.headwater.store.Operation;
import io.headwater.store.PutOptions;
import io.headwater.store.layers.MeterLayer;
import io.headwater.store.memory.MemoryStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Writers that stream, on a store that accepts objects of unknown length. */
class StreamedWriterTest {
  private static final int MEBIBYTE = 1 << 20;
  private static final long PART = MultipartUploads.MINIMUM_PART_LENGTH;

  @TempDir Path folder;
  private final MemoryStore memory = new MemoryStore("writer");
  private final MeterLayer store = new MeterLayer(memory);
  private final UploadResources resources = resources(WritePolicy.STREAM);

  private UploadResources resources(WritePolicy policy) {
    return new UploadResources(
        new UploadSettings(policy, 8 * MEBIBYTE, folder, 2 * MEBIBYTE, PART, 2));
  }

  private static byte[] noise(int length) {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }

  private static void write(ObjectWriter writer, byte[] bytes) throws IOException {
    int piece = 300_000;
    for (int from = 0; from < bytes.length; from += piece) {
      writer.write(bytes, from, Math.min(piece, bytes.length - from));
    }
  }

  private byte[] read(String key) throws IOException {
    try (ObjectBody body = memory.get(key, GetOptions.WHOLE)) {
      return body.stream().readAllBytes();
    }
  }

  @ParameterizedTest
  @CsvSource({"0", "1", "1048576", "1048577", "2097152", "2097153", "12000000"})
  void oneRequestWhateverTheLengthAndNothingOnTheDisk(int length) throws Exception {
    byte[] bytes = noise(length);
    for (ObjectWriter writer :
        new ObjectWriter[] {
          ObjectWriter.toOwn(store, resources, "k", PutOptions.OVERWRITE),
          ObjectWriter.to(store, resources, "k", PutOptions.OVERWRITE)
        }) {
      var before = store.snapshot();
      write(writer, bytes);
      writer.close();
      assertThat(memory.list(ListOptions.tree("")).objects()).isEmpty();
      assertThat(folder).isEmptyDirectory();
      writer.publish();

      assertThat(read("k")).isEqualTo(bytes);
      assertThat(store.snapshot().since(before).requests())
          .containsExactlyInAnyOrderEntriesOf(Map.of(Operation.PUT, 1L));
      assertThat(resources.pool().inUse()).isZero();
      memory.delete("k");
    }
    assertThat(resources.pool().peak()).isLessThanOrEqualTo(2 * MEBIBYTE);
  }

  @Test
  void anAbortedStreamLeavesNothing() throws Exception {
    ObjectWriter writer = ObjectWriter.toOwn(store, resources, "k", PutOptions.OVERWRITE);
    write(writer, noise(3 * MEBIBYTE));
    writer.close();
    writer.abort();
    writer.abort();
    assertThat(memory.list(ListOptions.tree("")).objects()).isEmpty();
    assertThat(store.snapshot().requests(Operation.DELETE)).isZero();
    assertThatThrownBy(writer::publish).isInstanceOf(IOException.class);
  }

  @Test
  void relocatesAStreamIfItsPublisherNamesAnotherKey() throws Exception {
    byte[] bytes = noise(3 * MEBIBYTE);
    ObjectWriter writer = ObjectWriter.toOwn(store, resources, "k", PutOptions.OVERWRITE);
    write(writer, bytes);
    writer.close();
    writer.publishAs("other");
    assertThat(read("other")).isEqualTo(bytes);
    assertThat(memory.list(ListOptions.tree("")).objects()).hasSize(1);
  }

  @Test
  void whatIsNotToBeOrCannotBeStreamedIsBuffered() throws Exception {
    byte[] bytes = noise((int) PART + 1);
    Set<Capability> all = EnumSet.allOf(Capability.class);
    all.remove(Capability.STREAMED_PUT);
    MemoryStore without = new MemoryStore("without", all, PART);
    assertBuffered(new MeterLayer(without), resources, bytes);
    assertBuffered(store, resources(WritePolicy.BUFFER), bytes);
  }

  private static void assertBuffered(MeterLayer store, UploadResources resources, byte[] bytes)
      throws IOException {
    ObjectWriter writer = ObjectWriter.toOwn(store, resources, "k", PutOptions.OVERWRITE);
    write(writer, bytes);
    writer.close();
    writer.publish();
    assertThat(store.snapshot().requests(Operation.COMPLETE_UPLOAD)).isOne();
    assertThat(store.snapshot().requests(Operation.PUT)).isZero();
  }
}
