package io.headwater.fs;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwater.store.ListOptions;
import io.headwater.store.ObjectInfo;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What users move out of a dataset and back is in it again. */
final class DurableMembershipTest {
  private static final Path BUCKET = new Path("s3://bucket/");
  private static final Path ROOT = new Path(BUCKET, "data/out");
  private static final Path BACKUP = new Path(BUCKET, "backup");
  private static final Map<String, String> TWO =
      Map.of("k=0/part-00000.txt", "a\n", "k=1/part-00001.txt", "b\n");

  /** What happens at a store's bucket. */
  private interface Story {
    void on(RealStore real) throws IOException;
  }

  private static void tell(RealStore.Server server, Story story) throws IOException {
    try (RealStore real = server.open()) {
      story.on(real);
    }
  }

  private static ServedFileSystem written(RealStore real, Map<String, String> files)
      throws IOException {
    ServedFileSystem fileSystem = ServedFileSystem.over(real.store());
    DatasetJobRun.run(fileSystem, ROOT, DatasetJobRun.APPEND, files);
    return fileSystem;
  }

  /** By every way to list, by a process that has seen all and by a new one. */
  private static void requireRows(
      RealStore real, ServedFileSystem warm, Path folder, String... rows) throws IOException {
    for (ServedFileSystem reader : List.of(warm, ServedFileSystem.over(real.store()))) {
      assertThat(new DatasetRows(reader).bySameWays(folder)).containsExactly(rows);
    }
  }

  private static void move(ServedFileSystem fileSystem, Path from, Path to) throws IOException {
    fileSystem.mkdirs(to.getParent());
    assertThat(fileSystem.rename(from, to)).as("%s to %s", from, to).isTrue();
  }

  private static Path onlyFile(ServedFileSystem fileSystem, Path folder) throws IOException {
    FileStatus[] files = fileSystem.listStatus(folder);
    assertThat(files).hasSize(1);
    return files[0].getPath();
  }

  @ParameterizedTest
  @EnumSource
  void aFolderThatIsRenamedAndRenamedBackCounts(RealStore.Server server) throws IOException {
    tell(
        server,
        real -> {
          ServedFileSystem user = written(real, TWO);
          for (Path away : List.of(new Path(BACKUP, "k=1"), new Path(ROOT, "k=8"))) {
            move(user, new Path(ROOT, "k=1"), away);
            requireRows(real, user, new Path(ROOT, "k=0"), "a");
            move(user, away, new Path(ROOT, "k=1"));
            requireRows(real, user, ROOT, "a", "b");
          }
        });
  }

  @ParameterizedTest
  @EnumSource
  void aFileThatIsMovedAwayAndBackCounts(RealStore.Server server) throws IOException {
    tell(
        server,
        real -> {
          ServedFileSystem user = written(real, TWO);
          Path file = onlyFile(user, new Path(ROOT, "k=1"));
          for (int times = 0; times < 2; times++) {
            move(user, file, new Path(BACKUP, file.getName()));
            requireRows(real, user, ROOT, "a");
            move(user, new Path(BACKUP, file.getName()), file);
            requireRows(real, user, ROOT, "a", "b");
          }
        });
  }

  @ParameterizedTest
  @EnumSource
  void aPartitionThatWasReplacedForAWhileCounts(RealStore.Server server) throws IOException {
    tell(
        server,
        real -> {
          ServedFileSystem user = written(real, TWO);
          Path partition = new Path(ROOT, "k=0");
          Path old = new Path(ROOT, "k=0_old");
          move(user, partition, old);
          DatasetJobRun.run(user, ROOT, DatasetJobRun.APPEND, Map.of("k=0/part-00000.txt", "c\n"));
          requireRows(real, user, ROOT, "a", "b", "c");
          user.delete(partition, true);
          move(user, old, partition);
          requireRows(real, user, ROOT, "a", "b");
        });
  }

  @ParameterizedTest
  @EnumSource
  void aPartitionThatIsRestoredByCopyCounts(RealStore.Server server) throws IOException {
    tell(
        server,
        real -> {
          ServedFileSystem user = written(real, TWO);
          Path partition = new Path(ROOT, "k=1");
          FileUtil.copy(user, partition, user, BACKUP, false, user.getConf());
          requireRows(real, user, ROOT, "a", "b");
          user.delete(partition, true);
          requireRows(real, user, ROOT, "a");
          FileUtil.copy(user, BACKUP, user, partition, false, user.getConf());
          requireRows(real, user, ROOT, "a", "b");
        });
  }

  /** As {@code hadoop fs -cp} and DistCp do. */
  @ParameterizedTest
  @EnumSource
  void aFileThatIsCopiedUnderATemporaryNameCounts(RealStore.Server server) throws IOException {
    tell(
        server,
        real -> {
          ServedFileSystem user = written(real, TWO);
          Path file = onlyFile(user, new Path(ROOT, "k=1"));
          Path saved = new Path(BACKUP, file.getName());
          for (String temporary :
              List.of(file.getName() + "._COPYING_", ".distcp.tmp.attempt_1_0001_m_000000_0")) {
            FileUtil.copy(user, file, user, saved, false, user.getConf());
            user.delete(file, false);
            requireRows(real, user, ROOT, "a");
            Path copying = new Path(file.getParent(), temporary);
            FileUtil.copy(user, saved, user, copying, false, user.getConf());
            move(user, copying, file);
            requireRows(real, user, ROOT, "a", "b");
            user.delete(saved, false);
          }
        });
  }

  @ParameterizedTest
  @EnumSource
  void anEntryThatIsCopiedOverIsTheCopy(RealStore.Server server) throws IOException {
    tell(
        server,
        real -> {
          ServedFileSystem user = written(real, TWO);
          Path file = onlyFile(user, new Path(ROOT, "k=1"));
          try (var out = user.create(file, true)) {
            out.write("longer\n".getBytes());
          }
          requireRows(real, user, ROOT, "a", "longer");
          user.delete(file, false);
          requireRows(real, user, ROOT, "a");
        });
  }

  @ParameterizedTest
  @EnumSource
  void anOverwriteAfterAMoveBackReplacesIt(RealStore.Server server) throws IOException {
    tell(
        server,
        real -> {
          ServedFileSystem user = written(real, TWO);
          move(user, new Path(ROOT, "k=1"), new Path(BACKUP, "k=1"));
          move(user, new Path(BACKUP, "k=1"), new Path(ROOT, "k=1"));
          Map<String, String> next = Map.of("k=0/part-00000.txt", "c\n");
          DatasetJobRun.run(user, ROOT, DatasetJobRun.DYNAMIC, next);
          requireRows(real, user, ROOT, "b", "c");
          DatasetJobRun.run(user, ROOT, DatasetJobRun.ALL, next);
          requireRows(real, user, ROOT, "c");
          List<String> keys =
              real.store().list(ListOptions.tree("data/")).objects().stream()
                  .map(ObjectInfo::key)
                  .filter(key -> key.endsWith(".txt"))
                  .toList();
          assertThat(keys).hasSize(1);
        });
  }

  /** Rule N2. */
  @ParameterizedTest
  @EnumSource
  void aDatasetThatWasRenamedIsUpdated(RealStore.Server server) throws IOException {
    tell(
        server,
        real -> {
          ServedFileSystem user = written(real, TWO);
          Map<String, String> more = Map.of("k=2/part-00000.txt", "c\n", "k=3/p.txt", "d\n");
          DatasetJobRun.run(user, ROOT, DatasetJobRun.APPEND, more);
          Path moved = new Path(BUCKET, "data/moved");
          move(user, ROOT, moved);
          requireRows(real, user, moved, "a", "b", "c", "d");

          user.delete(new Path(moved, "k=0"), true);
          requireRows(real, user, moved, "b", "c", "d");
          user.delete(onlyFile(user, new Path(moved, "k=3")), false);
          requireRows(real, user, moved, "b", "c");
          move(user, new Path(moved, "k=1"), new Path(moved, "k=9"));
          requireRows(real, user, moved, "b", "c");
          requireRows(real, user, new Path(moved, "k=9"), "b");
          move(user, new Path(moved, "k=2"), new Path(BACKUP, "k=2"));
          requireRows(real, user, moved, "b");
          move(user, new Path(BACKUP, "k=2"), new Path(moved, "k=2"));
          requireRows(real, user, moved, "b", "c");
          move(user, moved, ROOT);
          requireRows(real, user, ROOT, "b", "c");
          user.delete(new Path(ROOT, "k=2"), true);
          requireRows(real, user, ROOT, "b");
        });
  }
}
