package io.headwater.store.swift;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwater.store.GetOptions;
import io.headwater.store.ObjectBody;
import io.headwater.store.PutOptions;
import io.headwater.store.swift.client.SwiftStreaming;
import io.headwater.store.upload.ObjectWriter;
import io.headwater.store.upload.UploadResources;
import io.headwater.store.upload.UploadSettings;
import io.headwater.store.upload.WritePolicy;
import io.headwater.testing.NeedsServer;
import io.headwater.testing.TestContainer;
import io.headwater.testing.TestServers;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.zip.CRC32C;
import java.util.zip.CheckedInputStream;
import java.util.zip.CheckedOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An object of several 256 MiB segments, written with 64 MiB of memory and no disk. Its length in
 * bytes is the system property {@code headwater.test.large}.
 */
@NeedsServer
@Tag("long")
final class LargeSwiftObjectTest {
  private static final long SEGMENT = 256L << 20;
  private static final long LENGTH = Long.getLong("headwater.test.large", 2 * SEGMENT + 1);
  private static final long MEMORY = 64L << 20;
  private static final int PIECE = 1 << 20;

  @TempDir Path folder;
  private TestContainer container;
  private SwiftStore store;
  private UploadResources resources;

  @BeforeEach
  void open() throws IOException {
    container = TestServers.swiftNative().newContainer();
    SwiftStreaming streaming = new SwiftStreaming(SEGMENT, SwiftStreaming.DEFAULT.longestRest());
    store = SwiftStore.open(container.name(), container.settings().withStreaming(streaming));
    resources =
        new UploadResources(
            new UploadSettings(WritePolicy.STREAM, MEMORY, folder, 32L << 20, 8L << 20, 4));
  }

  @AfterEach
  void close() throws IOException {
    store.close();
    container.close();
  }

  @Test
  void anAttemptsObjectHasItsSegments() throws Exception {
    assertWritten(ObjectWriter.toOwn(store, resources, "large", PutOptions.OVERWRITE));
  }

  @Test
  void anObjectThatMayReplaceAnotherHasItsSegments() throws Exception {
    assertWritten(ObjectWriter.to(store, resources, "large", PutOptions.OVERWRITE));
  }

  private void assertWritten(ObjectWriter writer) throws IOException {
    long written = write(writer);
    assertThat(folder).isEmptyDirectory();
    assertThat(container.raw().names(container.name())).isEmpty();
    writer.publish();
    assertThat(checksum()).isEqualTo(written);
    assertThat(container.raw().names(container.segments()))
        .hasSize((int) ((LENGTH + SEGMENT - 1) / SEGMENT));
    assertThat(resources.pool().peak()).isPositive().isLessThanOrEqualTo(MEMORY);
    store.delete("large");
    assertThat(container.raw().names(container.segments())).isEmpty();
  }

  private static long write(ObjectWriter writer) throws IOException {
    SplittableRandom random = new SplittableRandom(1);
    CRC32C checksum = new CRC32C();
    byte[] piece = new byte[PIECE];
    try (OutputStream out = new CheckedOutputStream(writer, checksum)) {
      for (long left = LENGTH; left > 0; left -= PIECE) {
        random.nextBytes(piece);
        out.write(piece, 0, (int) Math.min(left, PIECE));
      }
    }
    return checksum.getValue();
  }

  private long checksum() throws IOException {
    CRC32C checksum = new CRC32C();
    try (ObjectBody body = store.get("large", GetOptions.WHOLE);
        InputStream in = new CheckedInputStream(body.stream(), checksum)) {
      assertThat(in.transferTo(OutputStream.nullOutputStream())).isEqualTo(LENGTH);
    }
    return checksum.getValue();
  }
}
