package io.headwater.fs.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwater.commit.ConcurrentCommitException;
import io.headwater.fs.RealStoreFixture;
import io.headwater.fs.ServedFileSystem;
import io.headwater.store.ListOptions;
import io.headwater.store.ObjectInfo;
import io.headwater.store.ObjectStore;
import io.headwater.store.concurrent.SimultaneousCalls;
import io.headwater.store.exception.PreconditionFailedException;
import io.headwater.store.layers.RetryLayer;
import io.headwater.store.retry.RetryPolicy;
import io.headwater.testing.Soak;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;

/** Exactly one of several racing creators and renamers wins. The others learn that they lost. */
class ExclusiveFilesTest extends RealStoreFixture {
  private static final int RACERS = 4;
  private static final int ROUNDS = Soak.size(2, 200);
  private static final int MIXED_ROUNDS = Soak.size(2, 50);

  /** Longer than the limit of a creating copy through memory, and of one PUT here. */
  private static final int LONG = 9 << 20;

  private static final Map<String, String> SMALL_PARTS =
      Map.of("fs.headwater.upload.whole.size", "5m", "fs.headwater.upload.part.size", "5m");

  private FileSystem process() throws IOException {
    ObjectStore store = new RetryLayer(real.store(), RetryPolicy.REQUEST);
    return ServedFileSystem.over(store, SMALL_PARTS);
  }

  private static byte[] content(int number, int length) {
    byte[] bytes = new byte[length];
    Arrays.fill(bytes, (byte) number);
    return bytes;
  }

  private static void write(FileSystem fileSystem, Path path, boolean overwrite, byte[] bytes)
      throws IOException {
    try (FSDataOutputStream out = fileSystem.create(path, overwrite)) {
      out.write(bytes);
    }
  }

  private static byte[] read(FileSystem fileSystem, Path path) throws IOException {
    try (FSDataInputStream in = fileSystem.open(path)) {
      return in.readAllBytes();
    }
  }

  private List<String> keys(String prefix) throws IOException {
    return real.store().list(ListOptions.tree(prefix)).objects().stream()
        .map(ObjectInfo::key)
        .toList();
  }

  private static boolean creates(FileSystem fileSystem, Path path, byte[] bytes)
      throws IOException {
    try {
      write(fileSystem, path, false, bytes);
      return true;
    } catch (FileAlreadyExistsException e) {
      assertThat(e).hasMessageContaining(path.toString());
      assertThat(e.getCause())
          .satisfiesAnyOf(
              cause -> assertThat(cause).isNull(),
              cause -> assertThat(cause).isInstanceOf(ConcurrentCommitException.class),
              cause -> assertThat(cause).isInstanceOf(PreconditionFailedException.class));
      return false;
    }
  }

  private void raceCreators(int rounds, int length) throws Exception {
    FileSystem[] processes = {process(), process()};
    for (int round = 0; round < rounds; round++) {
      String folder = "create-" + length + "-" + round + "/";
      Path path = new Path("s3://bucket/" + folder + "00001.json");
      List<Integer> winners =
          SimultaneousCalls.accepted(
              RACERS, number -> creates(processes[number % 2], path, content(number, length)));
      assertThat(winners).as("winners of round %d", round).hasSize(1);
      assertThat(read(processes[0], path)).isEqualTo(content(winners.get(0), length));
      assertThat(keys(folder)).containsExactly(folder + "00001.json");
    }
  }

  @Test
  void oneOfRacingCreatorsWins() throws Exception {
    raceCreators(ROUNDS, 100);
  }

  @Test
  void oneOfRacingCreatorsOfALargeFileWins() throws Exception {
    raceCreators(1, LONG);
  }

  private void raceRenamers(int rounds, int length) throws Exception {
    FileSystem[] processes = {process(), process()};
    for (int round = 0; round < rounds; round++) {
      String folder = "rename-" + length + "-" + round + "/";
      for (int number = 0; number < RACERS; number++) {
        write(processes[0], source(folder, number), true, content(number, length));
      }
      Path target = new Path("s3://bucket/" + folder + "v2.metadata.json");
      List<Integer> winners =
          SimultaneousCalls.accepted(
              RACERS, number -> processes[number % 2].rename(source(folder, number), target));
      assertThat(winners).as("winners of round %d", round).hasSize(1);
      int winner = winners.get(0);
      assertThat(read(processes[0], target)).isEqualTo(content(winner, length));
      List<String> left = keys(folder);
      assertThat(left).hasSize(RACERS).contains(folder + "v2.metadata.json");
      assertThat(left).noneMatch(key -> key.endsWith("/" + winner + ".json"));
    }
  }

  private static Path source(String folder, int number) {
    return new Path("s3://bucket/" + folder + "tmp/" + number + ".json");
  }

  @Test
  void oneOfRacingRenamersWinsAndTheOthersKeepTheirFiles() throws Exception {
    raceRenamers(ROUNDS, 100);
  }

  @Test
  void oneOfRacingRenamersOfALargeFileWins() throws Exception {
    raceRenamers(1, LONG);
  }

  @Test
  void oneOfCreatorsAndRenamersWins() throws Exception {
    FileSystem process = process();
    for (int round = 0; round < MIXED_ROUNDS; round++) {
      String folder = "mixed-" + round + "/";
      for (int number = 0; number < RACERS; number += 2) {
        write(process, source(folder, number), true, content(number, 10));
      }
      Path target = new Path("s3://bucket/" + folder + "target");
      List<Integer> winners =
          SimultaneousCalls.accepted(
              RACERS,
              number ->
                  number % 2 == 0
                      ? process.rename(source(folder, number), target)
                      : creates(process, target, content(number, 10)));
      assertThat(winners).as("winners of round %d", round).hasSize(1);
      assertThat(read(process, target)).isEqualTo(content(winners.get(0), 10));
    }
  }
}
