package io.headwater.fs.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwater.fs.MemoryFileSystem;
import io.headwater.store.Operation;
import io.headwater.store.PutOptions;
import io.headwater.store.content.Content;
import io.headwater.store.exception.TransientStoreException;
import io.headwater.store.layers.Fault;
import io.headwater.store.layers.FaultPlan;
import io.headwater.store.layers.FaultPlan.Rule;
import io.headwater.store.memory.MemoryStore;
import io.headwater.store.retry.RetryPolicy;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.apache.hadoop.fs.EtagSource;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileRange;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.util.functional.FutureIO;
import org.junit.jupiter.api.Test;

class HeadwaterInputStreamTest {
  private static final Path FILE = new Path("s3://bucket/file");
  private static final int[] LENGTHS = {0, 1, 4096, 1 << 20, (1 << 20) + 1, 3 << 20};
  private static final String[] POLICIES = {"sequential", "random", "adaptive", "whole-file"};

  /** Any sequence of reads and seeks returns the same as an array of the same bytes. */
  @Property(tries = 150)
  void readsTheObjectsContent(@ForAll Random random) throws Exception {
    byte[] data = bytes(LENGTHS[random.nextInt(LENGTHS.length)]);
    FaultPlan cuts =
        FaultPlan.seeded(random.nextLong(), 0.1, Set.of(Fault.CUT_BODY))
            .atMostInARow(RetryPolicy.BODY.attempts() - 1);
    MemoryFileSystem fileSystem = withFile(data, cuts);
    try (FSDataInputStream in = open(fileSystem, random)) {
      long position = 0;
      for (int step = 0; step < 30; step++) {
        if (random.nextBoolean()) {
          position = random.nextInt(data.length + 1);
          in.seek(position);
        }
        byte[] buffer = new byte[1 + random.nextInt(500_000)];
        if (random.nextInt(4) == 0) {
          int from = random.nextInt(data.length + 1);
          int read = Math.max(0, in.read(from, buffer, 0, buffer.length));
          assertThat(Arrays.copyOf(buffer, read))
              .isEqualTo(Arrays.copyOfRange(data, from, from + read));
        } else {
          int read = in.read(buffer, 0, buffer.length);
          assertThat(read < 0).isEqualTo(position == data.length);
          int count = Math.max(0, read);
          assertThat(Arrays.copyOf(buffer, count))
              .isEqualTo(Arrays.copyOfRange(data, (int) position, (int) position + count));
          position += count;
        }
        assertThat(in.getPos()).isEqualTo(position);
      }
    }
  }

  private static FSDataInputStream open(MemoryFileSystem fileSystem, Random random)
      throws Exception {
    if (random.nextBoolean()) {
      return fileSystem.open(FILE);
    }
    var builder = fileSystem.openFile(FILE);
    builder.opt("fs.option.openfile.read.policy", POLICIES[random.nextInt(POLICIES.length)]);
    if (random.nextBoolean()) {
      builder.withFileStatus(fileSystem.getFileStatus(FILE));
    }
    return builder.build().get();
  }

  @Test
  void openAndReadCostOneRequest() throws Exception {
    MemoryFileSystem fileSystem = withFile(bytes(2 << 20), FaultPlan.none());
    try (FSDataInputStream in = fileSystem.open(FILE)) {
      assertThat(in.readAllBytes()).hasSize(2 << 20);
    }
    assertThat(fileSystem.requests().requests(Operation.GET)).isEqualTo(1);
    assertThat(fileSystem.requests().requests(Operation.HEAD)).isZero();
    assertThat(fileSystem.requests().requests(Operation.LIST)).isZero();
  }

  @Test
  void aSmallFileIsFetchedOnceHoweverItIsRead() throws Exception {
    MemoryFileSystem fileSystem = withFile(bytes(1 << 20), FaultPlan.none());
    FileStatus status = fileSystem.getFileStatus(FILE);
    try (FSDataInputStream in =
        fileSystem
            .openFile(FILE)
            .opt("fs.option.openfile.read.policy", "parquet")
            .withFileStatus(status)
            .build()
            .get()) {
      byte[] buffer = new byte[100];
      for (int position : new int[] {1_000_000, 5, 500_000, 1}) {
        in.readFully(position, buffer);
      }
    }
    assertThat(fileSystem.requests().requests(Operation.GET)).isEqualTo(1);
  }

  /** Like Hadoop's LineRecordReader: a split in 64 KiB reads, and slightly past its end. */
  @Test
  void aSplitIsReadByOneRequest() throws Exception {
    int length = 12 << 20;
    byte[] data = bytes(length);
    MemoryFileSystem fileSystem = withFile(data, FaultPlan.none());
    int start = 4 << 20;
    int end = 8 << 20;
    try (FSDataInputStream in =
        fileSystem
            .openFile(FILE)
            .optLong("fs.option.openfile.split.start", start)
            .optLong("fs.option.openfile.split.end", end)
            .build()
            .get()) {
      in.seek(start);
      byte[] buffer = new byte[64 << 10];
      for (int position = start; position < end + buffer.length; position += buffer.length) {
        in.readFully(buffer);
        assertThat(buffer).isEqualTo(Arrays.copyOfRange(data, position, position + buffer.length));
      }
    }
    assertThat(fileSystem.requests().requests()).isEqualTo(Map.of(Operation.GET, 1L));
    assertThat(fileSystem.requests().bytesReceived()).isLessThan(end - start + (512 << 10));
  }

  @Test
  void aReaderThatContinuesAfterAJumpRequestsMoreAndMore() throws Exception {
    MemoryFileSystem fileSystem = withFile(bytes(32 << 20), FaultPlan.none());
    try (FSDataInputStream in = fileSystem.open(FILE)) {
      in.readFully(20 << 20, new byte[100]);
      in.readFully(new byte[16 << 20]);
      in.seek(4 << 20);
      in.readFully(new byte[16 << 20]);
    }
    assertThat(fileSystem.requests().requests(Operation.GET)).isLessThan(16);
  }

  @Test
  void aColumnarReaderThatKnowsNothingBeginsAtTheEnd() throws Exception {
    byte[] data = bytes(12 << 20);
    MemoryFileSystem fileSystem = withFile(data, FaultPlan.none());
    try (FSDataInputStream in =
        fileSystem.openFile(FILE).opt("fs.option.openfile.read.policy", "parquet").build().get()) {
      byte[] footer = new byte[1000];
      in.readFully(data.length - 8, footer, 0, 8);
      in.readFully(data.length - 1000, footer);
      assertThat(footer).isEqualTo(Arrays.copyOfRange(data, data.length - 1000, data.length));
    }
    assertThat(fileSystem.requests().requests(Operation.GET)).isLessThanOrEqualTo(2);
  }

  @Test
  void aResponseThatBreaksIsResumedWhereItBroke() throws Exception {
    byte[] data = bytes(3 << 20);
    MemoryFileSystem fileSystem =
        withFile(
            data,
            FaultPlan.exactly(
                new Rule(Operation.GET, 1, Fault.CUT_BODY),
                new Rule(Operation.GET, 2, Fault.CUT_BODY),
                new Rule(Operation.GET, 3, Fault.CUT_BODY)));
    try (FSDataInputStream in = fileSystem.open(FILE)) {
      assertThat(in.readAllBytes()).isEqualTo(data);
    }
    assertThat(fileSystem.requests().requests(Operation.GET)).isEqualTo(4);
  }

  /** Also vectored reads: each response breaks after some ranges. */
  @Test
  void requestsRangesAgainAsLongAsSomeArrive() throws Exception {
    byte[] data = bytes(8 << 20);
    Rule[] cuts = new Rule[6];
    Arrays.setAll(cuts, nth -> new Rule(Operation.GET, nth + 1, Fault.CUT_BODY));
    MemoryFileSystem fileSystem = withFile(data, FaultPlan.exactly(cuts));
    List<FileRange> ranges = new ArrayList<>();
    for (int start = 0; start < data.length; start += 128 << 10) {
      ranges.add(FileRange.createFileRange(start, 64 << 10));
    }
    try (FSDataInputStream in = fileSystem.open(FILE)) {
      // If a buffer has a position, only the range's length is filled from there.
      in.readVectored(ranges, length -> ByteBuffer.allocate(length + 100).position(50));
      for (FileRange range : ranges) {
        ByteBuffer filled = range.getData().get();
        byte[] read = new byte[filled.remaining()];
        filled.get(read);
        int from = (int) range.getOffset();
        assertThat(read).isEqualTo(Arrays.copyOfRange(data, from, from + range.getLength()));
      }
    }
  }

  /** A layer below retries requests that receive no response. Readers must not retry them too. */
  @Test
  void aRequestThatFailsIsNotSentAgainHere() throws Exception {
    Rule[] lost = new Rule[9];
    Arrays.setAll(lost, nth -> new Rule(Operation.GET, nth + 1, Fault.LOSE_REQUEST));
    MemoryFileSystem fileSystem = withFile(bytes(3 << 20), FaultPlan.exactly(lost));
    FileStatus status = fileSystem.getFileStatus(FILE);
    try (FSDataInputStream in = fileSystem.openFile(FILE).withFileStatus(status).build().get()) {
      long before = fileSystem.requests().requests(Operation.GET);
      assertThatThrownBy(in::read).isInstanceOf(TransientStoreException.class);
      List<FileRange> ranges = List.of(FileRange.createFileRange(0, 100));
      in.readVectored(ranges, ByteBuffer::allocate);
      assertThatThrownBy(() -> ranges.get(0).getData().get())
          .hasCauseInstanceOf(TransientStoreException.class);
      assertThat(fileSystem.requests().requests(Operation.GET) - before).isLessThanOrEqualTo(2);
    }
  }

  @Test
  void aLengthThatIsWrongDoesNotFetchAll() throws Exception {
    MemoryFileSystem fileSystem = withFile(bytes(3 << 20), FaultPlan.none());
    var builder = fileSystem.openFile(FILE).opt("fs.option.openfile.read.policy", "random");
    builder.optLong("fs.option.openfile.length", 100);
    long before = fileSystem.requests().bytesReceived();
    try (FSDataInputStream in = builder.build().get()) {
      in.readFully(new byte[10]);
    }
    assertThat(fileSystem.requests().bytesReceived() - before).isLessThan(1 << 20);
  }

  @Test
  void theStatusOfAnotherFileIsRefused() throws Exception {
    MemoryFileSystem fileSystem = withFile(bytes(100), FaultPlan.none());
    FileStatus status = fileSystem.getFileStatus(FILE);
    assertThatThrownBy(
            () ->
                fileSystem
                    .openFile(new Path("s3://bucket/other"))
                    .withFileStatus(status)
                    .build()
                    .get())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("status of another file");
  }

  /** Also its close: ORC's reader hides the first failure, which Spark takes for a corrupt file. */
  @Test
  void aFileReplacedWhileItIsReadFails() throws IOException {
    MemoryFileSystem fileSystem = withFile(bytes(3 << 20), FaultPlan.none());
    FSDataInputStream in = fileSystem.open(FILE);
    in.readFully(new byte[1000]);
    fileSystem.store().put("file", Content.of(new byte[] {1, 2, 3}), PutOptions.OVERWRITE);
    in.seek(2 << 20);
    assertThatThrownBy(in::read)
        .isInstanceOf(ReplacedFileException.class)
        .hasMessageContaining("replaced");
    assertThatThrownBy(in::close)
        .isInstanceOf(ReplacedFileException.class)
        .hasMessageContaining("replaced");
    in.close();
  }

  /** Like Hadoop's line readers, with a job's option. */
  @Test
  void openingAReplacedFileWithItsOldEtagFails() throws Exception {
    MemoryFileSystem fileSystem = withFile(bytes(3 << 20), FaultPlan.none());
    String etag = ((EtagSource) fileSystem.listStatus(FILE)[0]).getEtag();
    for (int length : new int[] {-1, 3 << 20}) {
      var builder = fileSystem.openFile(FILE).must("fs.headwater.etag", etag);
      builder.optLong("fs.option.openfile.length", length);
      try (FSDataInputStream in = builder.build().get()) {
        assertThat(in.readAllBytes()).hasSize(3 << 20);
      }
    }
    fileSystem.store().put("file", Content.of(bytes(3 << 20, 7)), PutOptions.OVERWRITE);
    for (int length : new int[] {-1, 3 << 20}) {
      assertThatThrownBy(
              () -> {
                var builder = fileSystem.openFile(FILE).opt("fs.headwater.etag", etag);
                builder.optLong("fs.option.openfile.length", length);
                try (FSDataInputStream in = FutureIO.awaitFuture(builder.build())) {
                  in.read();
                }
              })
          .isInstanceOf(ReplacedFileException.class)
          .hasMessageContaining("replaced");
    }
  }

  /** Spark keeps such a status unchanged, and converts any other. */
  @Test
  void aListingContainsBlockLocationsAndEtags() throws Exception {
    MemoryFileSystem fileSystem = withFile(bytes(100), FaultPlan.none());
    FileStatus[] listed = fileSystem.listStatus(FILE.getParent());
    assertThat(listed).hasSize(1);
    assertThat(listed[0]).isInstanceOf(LocatedFileStatus.class).isInstanceOf(EtagSource.class);
    assertThat(((LocatedFileStatus) listed[0]).getBlockLocations()).hasSize(1);
    assertThat(((EtagSource) listed[0]).getEtag())
        .isEqualTo(fileSystem.store().head("file").etag());
    assertThat(listed[0]).isEqualTo(fileSystem.getFileStatus(FILE));
  }

  @Test
  void aFileDeletedBeforeItIsReadIsNotFound() throws Exception {
    MemoryFileSystem fileSystem = withFile(bytes(100), FaultPlan.none());
    FileStatus status = fileSystem.getFileStatus(FILE);
    try (FSDataInputStream in = fileSystem.openFile(FILE).withFileStatus(status).build().get()) {
      fileSystem.delete(FILE, false);
      assertThatThrownBy(in::read).isInstanceOf(FileNotFoundException.class);
    }
  }

  private static MemoryFileSystem withFile(byte[] data, FaultPlan plan) throws IOException {
    MemoryStore memory = new MemoryStore("bucket");
    memory.put("file", Content.of(data), PutOptions.OVERWRITE);
    return MemoryFileSystem.create(memory, plan);
  }

  private static byte[] bytes(int length) {
    return bytes(length, length);
  }

  private static byte[] bytes(int length, long seed) {
    byte[] data = new byte[length];
    new Random(seed).nextBytes(data);
    return data;
  }
}
