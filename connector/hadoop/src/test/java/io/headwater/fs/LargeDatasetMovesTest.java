package io.headwater.fs;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwater.commit.dataset.DatasetReader;
import io.headwater.commit.dataset.DatasetState;
import io.headwater.store.CopyOptions;
import io.headwater.store.ListOptions;
import io.headwater.store.ObjectInfo;
import io.headwater.testing.NeedsServer;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Moves of datasets whose objects were uploaded in parts. Stores give copies of these other ETags,
 * and Swift's listings by its S3 API show ETags that such copies do not have.
 */
@NeedsServer
@Tag("long")
final class LargeDatasetMovesTest {
  private static final Path BUCKET = new Path("s3://bucket/");
  private static final Path ROOT = new Path(BUCKET, "data/out");
  private static final Path MOVED = new Path(BUCKET, "moved");
  private static final Map<String, String> SETTINGS =
      Map.of("fs.headwater.upload.whole.size", "5242880");

  private static ServedFileSystem written(RealStore real) throws IOException {
    ServedFileSystem user = ServedFileSystem.over(real.store(), SETTINGS);
    DatasetJobRun.run(
        user,
        ROOT,
        DatasetJobRun.APPEND,
        Map.of("k=0/part-00000.txt", large("a"), "k=1/part-00001.txt", large("b")));
    return user;
  }

  private static String large(String row) {
    return row.repeat(6 << 20) + "\n";
  }

  /** By every way to list, in a process that has read all earlier states and in a new one. */
  private static void requireRows(
      RealStore real, ServedFileSystem warm, Path folder, String... beginnings) throws IOException {
    for (ServedFileSystem reader : List.of(warm, ServedFileSystem.over(real.store()))) {
      List<String> rows = new DatasetRows(reader).bySameWays(folder);
      assertThat(rows.stream().map(row -> row.substring(0, 1)).toList())
          .containsExactly(beginnings);
    }
  }

  /** The manifests have the same ETags as the store's objects, whatever a listing shows. */
  private static void requireEtagsOfObjects(RealStore real, Path root) throws IOException {
    DatasetState state = new DatasetReader(real.store()).read(root.toUri().getPath().substring(1));
    assertThat(state.entries()).isNotEmpty();
    for (String key : state.entries().keySet()) {
      assertThat(state.object(key).orElseThrow().etag()).isEqualTo(real.store().head(key).etag());
    }
  }

  private static void move(ServedFileSystem fileSystem, Path from, Path to) throws IOException {
    assertThat(fileSystem.rename(from, to)).as("%s to %s", from, to).isTrue();
  }

  @ParameterizedTest
  @EnumSource
  void aDatasetIsMovedAwayAndBack(RealStore.Server server) throws IOException {
    try (RealStore real = server.open()) {
      ServedFileSystem user = written(real);
      for (int times = 0; times < 2; times++) {
        move(user, ROOT, MOVED);
        requireRows(real, user, MOVED, "a", "b");
        requireEtagsOfObjects(real, MOVED);
        move(user, MOVED, ROOT);
        requireRows(real, user, ROOT, "a", "b");
        requireEtagsOfObjects(real, ROOT);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void aMovedDatasetIsUpdated(RealStore.Server server) throws IOException {
    try (RealStore real = server.open()) {
      ServedFileSystem user = written(real);
      move(user, ROOT, MOVED);
      move(user, new Path(MOVED, "k=1"), new Path(MOVED, "k=8"));
      requireRows(real, user, MOVED, "a", "b");
      user.delete(new Path(MOVED, "k=0"), true);
      requireRows(real, user, MOVED, "b");
      DatasetJobRun.run(
          user, MOVED, DatasetJobRun.APPEND, Map.of("k=2/part-00000.txt", large("c")));
      requireRows(real, user, MOVED, "b", "c");
      DatasetJobRun.run(user, MOVED, DatasetJobRun.DYNAMIC, Map.of("k=2/part-00000.txt", "d\n"));
      requireRows(real, user, MOVED, "b", "d");
      move(user, new Path(MOVED, "k=8"), new Path(MOVED, "k=1"));
      requireRows(real, user, MOVED, "b", "d");
      requireEtagsOfObjects(real, MOVED);
    }
  }

  /** Such a program adds nothing to the manifests that it copies. */
  @ParameterizedTest
  @EnumSource
  void aDatasetThatAnotherProgramCopiedIsReadAndUpdated(RealStore.Server server)
      throws IOException {
    try (RealStore real = server.open()) {
      ServedFileSystem user = written(real);
      for (ObjectInfo object : real.store().list(ListOptions.tree("data/")).objects()) {
        String target = object.key().replace("data/out", "moved");
        real.store().copy(object.key(), target, CopyOptions.UNSEEN);
      }
      requireRows(real, user, MOVED, "a", "b");
      move(user, new Path(MOVED, "k=1"), new Path(MOVED, "k=8"));
      requireRows(real, user, MOVED, "a", "b");
      user.delete(new Path(MOVED, "k=0"), true);
      requireRows(real, user, MOVED, "b");
    }
  }
}
