package io.headwater.fs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwater.commit.dataset.Overwrite;
import io.headwater.store.ListOptions;
import io.headwater.store.ObjectInfo;
import io.headwater.store.memory.MemoryStore;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The effect on a table when a job writes a dataset to one of its partitions' folders. */
final class NestedDatasetTest {
  private static final Path TABLE = new Path("s3://bucket/data/out");
  private static final List<String> ROWS = List.of("1", "2a", "2b");

  private final MemoryStore store = new MemoryStore("bucket");

  @BeforeEach
  void writeATable() throws IOException {
    Map<String, String> files =
        Map.of(
            "day=2024-01-01/h=1/part-00000.txt", "1\n",
            "day=2024-01-02/h=1/part-00001.txt", "2a\n",
            "day=2024-01-02/h=2/part-00002.txt", "2b\n");
    run(TABLE, DatasetJobRun.APPEND, new TreeMap<>(files));
  }

  private void run(Path root, Overwrite overwrite, Map<String, String> files) throws IOException {
    DatasetJobRun.run(ServedFileSystem.over(store), root, overwrite, files);
  }

  private List<String> rows() throws IOException {
    return new DatasetRows(ServedFileSystem.over(store)).bySameWays(TABLE);
  }

  private List<String> keys() throws IOException {
    return store.list(ListOptions.tree("")).objects().stream().map(ObjectInfo::key).toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"day=2024-01-02", "day=2024-01-02/h=1", "day=2024-01-01/h=1"})
  void anOverwriteOfAFolderThatATableHasFilesInIsRefusedBeforeItWrites(String folder)
      throws IOException {
    List<String> before = keys();
    for (Overwrite overwrite : List.of(DatasetJobRun.ALL, DatasetJobRun.DYNAMIC)) {
      assertThatThrownBy(
              () ->
                  DatasetJobRun.begin(
                      ServedFileSystem.over(store), new Path(TABLE, folder), overwrite))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("bucket/data/out/" + folder + " has files of the dataset")
          .hasMessageContaining("partitionOverwriteMode=dynamic");
    }
    assertThat(keys()).isEqualTo(before);
    assertThat(rows()).isEqualTo(ROWS);
  }

  @Test
  void soIsOneThatTheTableOvertook() throws IOException {
    Path folder = new Path(TABLE, "day=2024-01-03");
    DatasetJobRun run =
        DatasetJobRun.begin(ServedFileSystem.over(store), folder, DatasetJobRun.ALL);
    run.runTasks(Map.of("part-00000.txt", "3 of its own\n"));
    run(TABLE, DatasetJobRun.APPEND, Map.of("day=2024-01-03/h=1/part-00000.txt", "3\n"));
    assertThatThrownBy(run::commit).hasMessageContaining("has files of the dataset");
    assertThat(rows()).containsExactly("1", "2a", "2b", "3");
  }

  @Test
  void afterItIsDeletedItIsWritten() throws IOException {
    Path folder = new Path(TABLE, "day=2024-01-02");
    ServedFileSystem.over(store).delete(folder, true);
    run(folder, DatasetJobRun.ALL, Map.of("part-00000.txt", "new\n"));
    assertThat(rows()).containsExactly("1", "new");
    run(folder, DatasetJobRun.ALL, Map.of("part-00000.txt", "newer\n"));
    assertThat(rows()).containsExactly("1", "newer");
  }

  @Test
  void whatIsAppendedIsSeenInTheTable() throws IOException {
    run(new Path(TABLE, "day=2024-01-02"), DatasetJobRun.APPEND, Map.of("part-0.txt", "more\n"));
    assertThat(rows()).containsExactly("1", "2a", "2b", "more");
    run(TABLE, DatasetJobRun.ALL, Map.of("day=2024-01-04/part-00000.txt", "all\n"));
    assertThat(rows()).containsExactly("all");
  }

  @Test
  void filesOfFailedJobsOfTheTableBelongToNoJob() throws IOException {
    DatasetJobRun dead =
        DatasetJobRun.begin(ServedFileSystem.over(store), TABLE, DatasetJobRun.APPEND);
    dead.seal(0, 0, "day=2024-01-05/part-00000.txt", "dead\n");
    dead.publish(0, 0);
    run(new Path(TABLE, "day=2024-01-05"), DatasetJobRun.ALL, Map.of("part-00000.txt", "5\n"));
    assertThat(rows()).containsExactly("1", "2a", "2b", "5");
  }
}
