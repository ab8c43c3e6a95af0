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
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Files that users move out of a dataset and back are part of it again. */
final class DurableMembershipTest extends RealStoreFixture {
  private static final Path BUCKET = new Path("s3://bucket/");
  private static final Path ROOT = new Path(BUCKET, "data/out");
  private static final Path BACKUP = new Path(BUCKET, "backup");
  private static final Map<String, String> TWO =
      Map.of("k=0/part-00000.txt", "a\n", "k=1/part-00001.txt", "b\n");

  private ServedFileSystem user;

  @BeforeEach
  void writeDataset() throws IOException {
    user = ServedFileSystem.over(real.store());
    DatasetJobRun.run(user, ROOT, DatasetJobRun.APPEND, TWO);
  }

  /** By every way to list, in a process that has read all earlier states and in a new one. */
  private void requireRows(Path folder, String... rows) throws IOException {
    for (ServedFileSystem reader : List.of(user, ServedFileSystem.over(real.store()))) {
      assertThat(new DatasetRows(reader).bySameWays(folder)).containsExactly(rows);
    }
  }

  private void move(Path from, Path to) throws IOException {
    user.mkdirs(to.getParent());
    assertThat(user.rename(from, to)).as("%s to %s", from, to).isTrue();
  }

  private Path onlyFile(Path folder) throws IOException {
    FileStatus[] files = user.listStatus(folder);
    assertThat(files).hasSize(1);
    return files[0].getPath();
  }

  @Test
  void aFolderThatIsRenamedAndRenamedBackCounts() throws IOException {
    for (Path away : List.of(new Path(BACKUP, "k=1"), new Path(ROOT, "k=8"))) {
      move(new Path(ROOT, "k=1"), away);
      requireRows(new Path(ROOT, "k=0"), "a");
      move(away, new Path(ROOT, "k=1"));
      requireRows(ROOT, "a", "b");
    }
  }

  @Test
  void aFileThatIsMovedAwayAndBackCounts() throws IOException {
    Path file = onlyFile(new Path(ROOT, "k=1"));
    for (int times = 0; times < 2; times++) {
      move(file, new Path(BACKUP, file.getName()));
      requireRows(ROOT, "a");
      move(new Path(BACKUP, file.getName()), file);
      requireRows(ROOT, "a", "b");
    }
  }

  @Test
  void aPartitionThatWasReplacedForAWhileCounts() throws IOException {
    Path partition = new Path(ROOT, "k=0");
    Path old = new Path(ROOT, "k=0_old");
    move(partition, old);
    DatasetJobRun.run(user, ROOT, DatasetJobRun.APPEND, Map.of("k=0/part-00000.txt", "c\n"));
    requireRows(ROOT, "a", "b", "c");
    user.delete(partition, true);
    move(old, partition);
    requireRows(ROOT, "a", "b");
  }

  @Test
  void aPartitionThatIsRestoredByCopyCounts() throws IOException {
    Path partition = new Path(ROOT, "k=1");
    FileUtil.copy(user, partition, user, BACKUP, false, user.getConf());
    requireRows(ROOT, "a", "b");
    user.delete(partition, true);
    requireRows(ROOT, "a");
    FileUtil.copy(user, BACKUP, user, partition, false, user.getConf());
    requireRows(ROOT, "a", "b");
  }

  /** Like {@code hadoop fs -cp} and DistCp. */
  @Test
  void aFileThatIsCopiedUnderATemporaryNameCounts() throws IOException {
    Path file = onlyFile(new Path(ROOT, "k=1"));
    Path saved = new Path(BACKUP, file.getName());
    for (String temporary :
        List.of(file.getName() + "._COPYING_", ".distcp.tmp.attempt_1_0001_m_000000_0")) {
      FileUtil.copy(user, file, user, saved, false, user.getConf());
      user.delete(file, false);
      requireRows(ROOT, "a");
      Path copying = new Path(file.getParent(), temporary);
      FileUtil.copy(user, saved, user, copying, false, user.getConf());
      move(copying, file);
      requireRows(ROOT, "a", "b");
      user.delete(saved, false);
    }
  }

  @Test
  void anEntryThatIsCopiedOverIsTheCopy() throws IOException {
    Path file = onlyFile(new Path(ROOT, "k=1"));
    try (var out = user.create(file, true)) {
      out.write("longer\n".getBytes());
    }
    requireRows(ROOT, "a", "longer");
    user.delete(file, false);
    requireRows(ROOT, "a");
  }

  @Test
  void anOverwriteAfterAMoveBackReplacesIt() throws IOException {
    move(new Path(ROOT, "k=1"), new Path(BACKUP, "k=1"));
    move(new Path(BACKUP, "k=1"), new Path(ROOT, "k=1"));
    Map<String, String> next = Map.of("k=0/part-00000.txt", "c\n");
    DatasetJobRun.run(user, ROOT, DatasetJobRun.DYNAMIC, next);
    requireRows(ROOT, "b", "c");
    DatasetJobRun.run(user, ROOT, DatasetJobRun.ALL, next);
    requireRows(ROOT, "c");
    List<String> keys =
        real.store().list(ListOptions.tree("data/")).objects().stream()
            .map(ObjectInfo::key)
            .filter(key -> key.endsWith(".txt"))
            .toList();
    assertThat(keys).hasSize(1);
  }

  /** Rule N2. */
  @Test
  void aDatasetThatWasRenamedIsUpdated() throws IOException {
    Map<String, String> more = Map.of("k=2/part-00000.txt", "c\n", "k=3/p.txt", "d\n");
    DatasetJobRun.run(user, ROOT, DatasetJobRun.APPEND, more);
    Path moved = new Path(BUCKET, "data/moved");
    move(ROOT, moved);
    requireRows(moved, "a", "b", "c", "d");

    user.delete(new Path(moved, "k=0"), true);
    requireRows(moved, "b", "c", "d");
    user.delete(onlyFile(new Path(moved, "k=3")), false);
    requireRows(moved, "b", "c");
    move(new Path(moved, "k=1"), new Path(moved, "k=9"));
    requireRows(moved, "b", "c");
    requireRows(new Path(moved, "k=9"), "b");
    move(new Path(moved, "k=2"), new Path(BACKUP, "k=2"));
    requireRows(moved, "b");
    move(new Path(BACKUP, "k=2"), new Path(moved, "k=2"));
    requireRows(moved, "b", "c");
    move(moved, ROOT);
    requireRows(ROOT, "b", "c");
    user.delete(new Path(ROOT, "k=2"), true);
    requireRows(ROOT, "b");
  }
}
