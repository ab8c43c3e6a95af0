package io.headwater.fs;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwater.testing.NeedsServer;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A folder that is renamed to an empty folder replaces it, as in S3A. */
@NeedsServer
final class EmptyTargetTest {
  private static final Path BUCKET = new Path("s3://bucket/");
  private static final Path SOURCE = new Path(BUCKET, "data/source");
  private static final Path TARGET = new Path(BUCKET, "data/target");

  private static ServedFileSystem written(RealStore real) throws IOException {
    ServedFileSystem user = ServedFileSystem.over(real.store());
    write(user, new Path(SOURCE, "a"));
    write(user, new Path(SOURCE, "below/b"));
    return user;
  }

  private static void write(ServedFileSystem user, Path file) throws IOException {
    try (var out = user.create(file, false)) {
      out.write(file.getName().getBytes());
    }
  }

  @ParameterizedTest
  @EnumSource
  void anEmptyFolderIsReplaced(RealStore.Server server) throws IOException {
    try (RealStore real = server.open()) {
      ServedFileSystem user = written(real);
      user.mkdirs(TARGET);
      assertThat(user.rename(SOURCE, TARGET)).isTrue();
      assertThat(user.exists(SOURCE)).isFalse();
      assertThat(user.getFileStatus(new Path(TARGET, "a")).isFile()).isTrue();
      assertThat(user.getFileStatus(new Path(TARGET, "below/b")).isFile()).isTrue();
      assertThat(user.exists(new Path(TARGET, "source"))).isFalse();
    }
  }

  @ParameterizedTest
  @EnumSource
  void aFolderWithContentIsMovedInto(RealStore.Server server) throws IOException {
    try (RealStore real = server.open()) {
      ServedFileSystem user = written(real);
      user.mkdirs(new Path(TARGET, "other"));
      assertThat(user.rename(SOURCE, TARGET)).isTrue();
      assertThat(user.getFileStatus(new Path(TARGET, "source/below/b")).isFile()).isTrue();
      assertThat(user.getFileStatus(new Path(TARGET, "other")).isDirectory()).isTrue();
      assertThat(user.exists(new Path(TARGET, "a"))).isFalse();
    }
  }

  @ParameterizedTest
  @EnumSource
  void movesAFileIntoAnEmptyFolder(RealStore.Server server) throws IOException {
    try (RealStore real = server.open()) {
      ServedFileSystem user = written(real);
      user.mkdirs(TARGET);
      assertThat(user.rename(new Path(SOURCE, "a"), TARGET)).isTrue();
      assertThat(user.getFileStatus(new Path(TARGET, "a")).isFile()).isTrue();
    }
  }

  @ParameterizedTest
  @EnumSource
  void anEmptyFolderReplacesAnother(RealStore.Server server) throws IOException {
    try (RealStore real = server.open()) {
      ServedFileSystem user = ServedFileSystem.over(real.store());
      user.mkdirs(SOURCE);
      user.mkdirs(TARGET);
      assertThat(user.rename(SOURCE, TARGET)).isTrue();
      assertThat(user.listStatus(TARGET)).isEmpty();
      assertThat(user.exists(SOURCE)).isFalse();
      assertThat(user.rename(TARGET, TARGET)).isFalse();
      assertThat(user.exists(TARGET)).isTrue();
    }
  }

  /** Like the rename of a partition by Spark's in-memory catalog. */
  @ParameterizedTest
  @EnumSource
  void aPartitionReplacesAnEmptyFolder(RealStore.Server server) throws IOException {
    try (RealStore real = server.open()) {
      ServedFileSystem user = ServedFileSystem.over(real.store());
      Map<String, String> rows = Map.of("k=0/part-00000.txt", "a\n", "k=1/part-00001.txt", "b\n");
      DatasetJobRun.run(user, SOURCE, DatasetJobRun.APPEND, rows);
      for (List<String> names : List.of(List.of("k=1", "k=8"), List.of("k=8", "k=1"))) {
        Path renamed = new Path(SOURCE, names.get(1));
        user.mkdirs(renamed);
        assertThat(user.rename(new Path(SOURCE, names.get(0)), renamed)).isTrue();
        assertThat(user.exists(new Path(renamed, names.get(0)))).isFalse();
        assertThat(new DatasetRows(user).bySameWays(SOURCE)).containsExactly("a", "b");
        assertThat(new DatasetRows(user).bySameWays(renamed)).containsExactly("b");
      }
    }
  }
}
