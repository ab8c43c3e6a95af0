package io.headwater.store.upload;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwater.store.GetOptions;
import io.headwater.store.ObjectBody;
import io.headwater.store.ObjectStore;
import io.headwater.store.PutOptions;
import io.headwater.store.concurrent.WorkerPool;
import io.headwater.testing.NeedsServer;
import io.headwater.testing.Soak;
import io.headwater.testing.TestBucket;
import io.headwater.testing.TestServers;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import java.util.zip.CheckedInputStream;
import java.util.zip.CheckedOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Writes more bytes than fit into memory to a real store. The tests' JVM has less heap than any of
 * these writes (see {@code small-heap} in this module's pom.xml). So the heap enforces the limit,
 * not only the pool.
 */
@NeedsServer
@Tag("small-heap")
@Tag("long")
class LargeStreamTest {
  private static final long MEMORY = 64L << 20;
  private static final long PART = 8L << 20;
  private static final int CHUNK = 1 << 20;

  /** More than the heap. */
  private static final int LONG = Soak.size(416, 1024) << 20;

  private static final int STREAMS = Soak.size(20, 64);

  @TempDir Path folder;
  private TestBucket bucket;
  private ObjectStore store;
  private UploadResources resources;

  @BeforeEach
  void open() {
    bucket = TestServers.swift().newBucket();
    store = bucket.open();
    resources =
        new UploadResources(
            new UploadSettings(WritePolicy.BUFFER, MEMORY, folder, 2 * PART, PART, 4));
  }

  @AfterEach
  void close() throws IOException {
    store.close();
    bucket.close();
  }

  @Test
  void uploadsMoreThanTheHeapThrough64MebibytesOfMemory() throws Exception {
    assertThat(Runtime.getRuntime().maxMemory()).isLessThan(LONG);
    ObjectWriter writer = ObjectWriter.to(store, resources, "large", PutOptions.OVERWRITE);
    long written = write(writer, LONG, 1);
    writer.publish();
    assertThat(checksum("large", LONG)).isEqualTo(written);
    assertNothingIsLeft();
  }

  @Test
  void manyStreamsAtOnceShareTheBound() throws Exception {
    WorkerPool writers = new WorkerPool("writers", STREAMS);
    int length = 20 << 20;
    List<Integer> streams = IntStream.range(0, STREAMS).boxed().toList();
    long[] written = new long[STREAMS];
    writers.forEach(
        streams,
        stream -> {
          String key = "stream-" + stream;
          ObjectWriter writer = ObjectWriter.to(store, resources, key, PutOptions.OVERWRITE);
          written[stream] = write(writer, length, stream);
          writer.publish();
        });
    for (int stream : streams) {
      assertThat(checksum("stream-" + stream, length)).isEqualTo(written[stream]);
    }
    assertNothingIsLeft();
  }

  /** Writes and seals. Returns the checksum of the written bytes. */
  private static long write(ObjectWriter writer, int length, long seed) throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    CRC32C checksum = new CRC32C();
    byte[] chunk = new byte[CHUNK];
    try (OutputStream out = new CheckedOutputStream(writer, checksum)) {
      for (int position = 0; position < length; position += CHUNK) {
        random.nextBytes(chunk);
        out.write(chunk);
      }
    }
    return checksum.getValue();
  }

  private long checksum(String key, long length) throws IOException {
    CRC32C checksum = new CRC32C();
    try (ObjectBody body = store.get(key, GetOptions.WHOLE);
        InputStream in = new CheckedInputStream(body.stream(), checksum)) {
      assertThat(in.transferTo(OutputStream.nullOutputStream())).isEqualTo(length);
    }
    return checksum.getValue();
  }

  private void assertNothingIsLeft() throws IOException {
    assertThat(resources.pool().peak()).isPositive().isLessThanOrEqualTo(MEMORY);
    assertThat(resources.pool().inUse()).isZero();
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).isEmpty();
    }
  }
}
