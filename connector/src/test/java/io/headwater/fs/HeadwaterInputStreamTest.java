package io.headwater.fs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwater.store.Content;
import io.headwater.store.Operation;
import io.headwater.store.PutOptions;
import io.headwater.store.layers.Fault;
import io.headwater.store.layers.FaultPlan;
import io.headwater.store.layers.FaultPlan.Rule;
import io.headwater.store.memory.MemoryStore;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathIOException;
import org.junit.jupiter.api.Test;

class HeadwaterInputStreamTest {
  private static final Path FILE = new Path("s3://bucket/file");
  private static final int[] LENGTHS = {0, 1, 4096, 1 << 20, (1 << 20) + 1, 3 << 20};
  private static final String[] POLICIES = {"sequential", "random", "adaptive", "whole-file"};

  /** Any sequence of reads and seeks gives what an array of the same bytes gives. */
  @Property(tries = 150)
  void readsWhatTheObjectHolds(@ForAll Random random) throws Exception {
    byte[] data = bytes(LENGTHS[random.nextInt(LENGTHS.length)]);
    FaultPlan cuts = FaultPlan.seeded(random.nextLong(), 0.1, Set.of(Fault.CUT_BODY));
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

  @Test
  void anAnswerThatBreaksIsResumedWhereItBroke() throws Exception {
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

  @Test
  void aFileReplacedWhileItIsReadFails() throws Exception {
    MemoryFileSystem fileSystem = withFile(bytes(3 << 20), FaultPlan.none());
    try (FSDataInputStream in = fileSystem.open(FILE)) {
      in.readFully(new byte[1000]);
      fileSystem.store().put("file", Content.of(new byte[] {1, 2, 3}), PutOptions.OVERWRITE);
      in.seek(2 << 20);
      assertThatThrownBy(in::read)
          .isInstanceOf(PathIOException.class)
          .hasMessageContaining("replaced");
    }
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
    byte[] data = new byte[length];
    new Random(length).nextBytes(data);
    return data;
  }
}
