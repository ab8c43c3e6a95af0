package io.headwater.fs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwater.store.ListOptions;
import io.headwater.store.ListPage;
import io.headwater.store.ObjectInfo;
import io.headwater.store.ObjectStore;
import io.headwater.store.PutOptions;
import io.headwater.store.content.Content;
import io.headwater.store.layers.FaultPlan;
import io.headwater.store.memory.MemoryStore;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathIOException;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.lib.output.PathOutputCommitter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Some listings are late, as those of a Swift's container server that was away. Others show
 * everything.
 */
class LateListingTest {
  private static final Path SOURCE = new Path("s3://bucket/source");
  private static final Path TARGET = new Path("s3://bucket/target");
  private final MemoryStore memory = new MemoryStore("bucket");

  @Test
  void aFolderWhoseContentIsNotListedIsNotRenamed() throws IOException {
    put("source/a", "source/b");
    try (MeteredFileSystem fileSystem = late(each -> each.prefix().equals("source/"))) {
      assertThatThrownBy(() -> fileSystem.rename(SOURCE, TARGET))
          .isInstanceOf(PathIOException.class)
          .hasMessageContaining("source")
          .hasMessageContaining("nothing was renamed");
    }
    assertThat(keys()).containsExactly("source/a", "source/b");
  }

  @Test
  void aFolderWhoseContentIsNotListedIsNotDeleted() throws IOException {
    put("source/a", "source/b");
    try (MeteredFileSystem fileSystem = late(each -> each.prefix().equals("source/"))) {
      assertThatThrownBy(() -> fileSystem.delete(SOURCE, true))
          .isInstanceOf(PathIOException.class)
          .hasMessageContaining("nothing was deleted");
    }
    assertThat(keys()).containsExactly("source/a", "source/b");
  }

  @Test
  void aFolderThatAnotherProgramEmptiedMeanwhileIsGone() throws IOException {
    put("source/a");
    ObjectStore emptied =
        new ListedBy(
            memory,
            (store, options) -> {
              if (options.prefix().equals("source/")) {
                store.delete("source/a");
              }
              return store.list(options);
            });
    try (MeteredFileSystem fileSystem = MemoryFileSystem.create(emptied, FaultPlan.none())) {
      assertThat(fileSystem.delete(SOURCE, true)).isTrue();
      put("source/a");
      assertThat(fileSystem.rename(SOURCE, TARGET)).isFalse();
    }
    assertThat(keys()).isEmpty();
  }

  /** Spark takes a missing path for one without rows: a stream's batch would lose its file. */
  @Test
  void aFileThatIsNotListedListsItself() throws IOException {
    put("source/a");
    Path file = new Path(SOURCE, "a");
    try (MeteredFileSystem fileSystem = late(each -> each.prefix().startsWith("source/a"))) {
      assertThat(fileSystem.listStatus(file)).extracting(FileStatus::getPath).containsExactly(file);
      assertThat(fileSystem.listFiles(file, true).next().getLen()).isEqualTo(10);
      assertThatThrownBy(() -> fileSystem.listStatus(new Path(SOURCE, "b")))
          .isInstanceOf(FileNotFoundException.class);
    }
  }

  @Test
  void reportsOfReducersThatAreNotListedCount() throws Exception {
    try (MeteredFileSystem fileSystem = late(each -> each.prefix().contains("_SUCCESS.tasks/"))) {
      CommittedJob job = submitted(fileSystem, 0, 2);
      commit(job, TaskType.REDUCE, 2);
      assertThat(job.rows()).containsExactly("part-0 of 0", "part-1 of 0");
    }
  }

  @Test
  void reportsOfMappersThatAreNotListedCount() throws Exception {
    try (MeteredFileSystem fileSystem = late(each -> each.prefix().contains("_SUCCESS.tasks/"))) {
      CommittedJob job = submitted(fileSystem, 3, 0);
      commit(job, TaskType.MAP, 2);
      assertThat(job.rows()).containsExactly("part-0 of 0", "part-1 of 0");
    }
  }

  /** A job of Spark's RDDs, by Hadoop's old or new interface. */
  @ParameterizedTest
  @EnumSource(names = {"MAP", "REDUCE"})
  void reportsThatAreNotListedCountWithoutANumberOfTasks(TaskType kind) throws Exception {
    try (MeteredFileSystem fileSystem = late(each -> each.prefix().contains("_SUCCESS.tasks/"))) {
      CommittedJob job = new CommittedJob(fileSystem);
      commit(job, kind, 3);
      assertThat(job.rows()).containsExactly("part-0 of 0", "part-1 of 0", "part-2 of 0");
    }
  }

  @Test
  void reportsBelowAListedOneCountWithoutANumberOfTasks() throws Exception {
    ObjectStore last =
        new ListedBy(
            memory,
            (store, options) -> {
              ListPage page = store.list(options);
              return options.prefix().contains("_SUCCESS.tasks/")
                  ? page(page.objects().subList(2, 3))
                  : page;
            });
    try (MeteredFileSystem fileSystem = MemoryFileSystem.create(last, FaultPlan.none())) {
      CommittedJob job = new CommittedJob(fileSystem);
      commit(job, TaskType.MAP, 3);
      assertThat(job.rows()).containsExactly("part-0 of 0", "part-1 of 0", "part-2 of 0");
    }
  }

  /** A job as MapReduce submits it. */
  private static CommittedJob submitted(MeteredFileSystem fileSystem, int mappers, int reducers) {
    CommittedJob job = new CommittedJob(fileSystem);
    job.configuration().set("mapreduce.job.dir", "/staging");
    job.configuration().setInt("mapreduce.job.maps", mappers);
    job.configuration().setInt("mapreduce.job.reduces", reducers);
    return job;
  }

  private static void commit(CommittedJob job, TaskType kind, int tasks) throws Exception {
    PathOutputCommitter master = job.master();
    master.setupJob(job.context());
    for (int task = 0; task < tasks; task++) {
      job.commit(job.attempt(kind, task, 0), "part-" + task);
    }
    master.commitJob(job.context());
  }

  /** A file system some of whose listings show nothing. */
  private MeteredFileSystem late(Predicate<ListOptions> isLate) throws IOException {
    ObjectStore store =
        new ListedBy(
            memory,
            (inner, options) -> isLate.test(options) ? page(List.of()) : inner.list(options));
    return MemoryFileSystem.create(store, FaultPlan.none());
  }

  private static ListPage page(List<ObjectInfo> objects) {
    return new ListPage(objects, List.of(), Optional.empty());
  }

  private void put(String... keys) throws IOException {
    for (String key : keys) {
      memory.put(key, Content.of(new byte[10]), PutOptions.OVERWRITE);
    }
  }

  private List<String> keys() throws IOException {
    return memory.list(ListOptions.tree("")).objects().stream().map(ObjectInfo::key).toList();
  }
}
