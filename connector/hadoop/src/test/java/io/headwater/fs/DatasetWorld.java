package io.headwater.fs;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwater.commit.dataset.Overwrite;
import io.headwater.store.ObjectStore;
import io.headwater.store.Operation;
import io.headwater.store.PutOptions;
import io.headwater.store.content.Content;
import io.headwater.store.layers.Fault;
import io.headwater.store.layers.FaultLayer;
import io.headwater.store.memory.MemoryStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathIOException;

/** The store, the model, and a reader that has read all earlier states. */
final class DatasetWorld {
  /** The second sorts before the base, the others after it. */
  static final List<String> FOLDERS = List.of("p=1", "2=x", "p=ü/q=1");

  private static final Path BUCKET = new Path("s3://bucket/");
  private static final Path DATA = new Path(BUCKET, "data");
  private static final Path ROOT = new Path(DATA, "out");

  /** The events. */
  enum Kind {
    APPEND,
    APPEND_BESIDE,
    OVERWRITE,
    OVERWRITE_AND_DIE,
    OVERWRITE_FOLDER,
    OVERWRITE_FOLDER_AND_DIE,
    DYNAMIC,
    FOREIGN,
    FOREIGN_BESIDE,
    NESTED,
    LATE_ATTEMPT,
    DELETE_FOLDER,
    DELETE_FILE,
    MOVE_AWAY,
    MOVE_BACK,
    COPY_BACK
  }

  /** One step. The folder is one of those above. */
  record Step(Kind kind, int folder) {}

  private final MemoryStore store;
  private final int page;
  private final ServedFileSystem writer;
  private final ServedFileSystem warm;
  private final TreeMap<String, String> model = new TreeMap<>();
  private final Map<String, TreeMap<String, String>> away = new TreeMap<>();
  private boolean nested;
  private int count;

  DatasetWorld(MemoryStore store, int page) throws IOException {
    this.store = store;
    this.page = page;
    this.writer = ServedFileSystem.over(store);
    this.warm = ServedFileSystem.over(new PagedStore(store, page));
  }

  void take(Step step) throws IOException {
    String folder = FOLDERS.get(step.folder());
    switch (step.kind()) {
      case APPEND -> write(writer, DatasetJobRun.APPEND, folder + "/");
      case APPEND_BESIDE -> write(writer, DatasetJobRun.APPEND, "");
      case OVERWRITE -> overwrite(writer, folder);
      case OVERWRITE_AND_DIE -> overwrite(nested ? writer : dying(), folder);
      case OVERWRITE_FOLDER -> overwriteFolder(writer, folder);
      case OVERWRITE_FOLDER_AND_DIE -> overwriteFolder(dying(), folder);
      case DYNAMIC -> overwriteWritten(folder);
      case FOREIGN -> foreign(folder + "/");
      case FOREIGN_BESIDE -> foreign("");
      case NESTED -> writeNested();
      case LATE_ATTEMPT -> publishUncommitted(folder);
      case DELETE_FOLDER -> deleteFolder(folder);
      case DELETE_FILE -> deleteFile(folder);
      case MOVE_AWAY -> moveAway(folder);
      case MOVE_BACK -> moveBack(folder);
      case COPY_BACK -> copyBack(folder);
    }
  }

  /** A process whose deletes after the commit are lost. */
  private ServedFileSystem dying() throws IOException {
    Set<Operation> deletes = Set.of(Operation.DELETE, Operation.BULK_DELETE);
    ObjectStore faulty =
        new FaultLayer(
            new AgedClaims(store, "data/"),
            request -> deletes.contains(request.operation()) ? Fault.LOSE_REQUEST : Fault.NONE);
    return ServedFileSystem.over(faulty);
  }

  private void overwrite(ServedFileSystem process, String folder) throws IOException {
    model.clear();
    nested = false;
    write(process, DatasetJobRun.ALL, folder + "/");
  }

  private void overwriteFolder(ServedFileSystem process, String folder) throws IOException {
    drop(folder + "/");
    write(process, new Overwrite.Folders(Set.of(folder + "/")), folder + "/");
  }

  private void overwriteWritten(String folder) throws IOException {
    drop(folder + "/");
    write(writer, DatasetJobRun.DYNAMIC, folder + "/");
  }

  private void writeNested() throws IOException {
    nested = true;
    write(writer, DatasetJobRun.APPEND, "sub/");
  }

  private void publishUncommitted(String folder) throws IOException {
    DatasetJobRun late = DatasetJobRun.begin(writer, ROOT, DatasetJobRun.APPEND);
    late.seal(0, 0, folder + "/part-00000.txt", "of a late attempt\n");
    late.publish(0, 0);
  }

  private void drop(String folder) {
    model.keySet().removeIf(file -> file.startsWith(folder));
  }

  private void write(ServedFileSystem process, Overwrite overwrite, String folder)
      throws IOException {
    String row = "row " + ++count;
    boolean inside = folder.equals("sub/");
    String file = (inside ? "" : folder) + "part-" + String.format("%05d", count) + ".txt";
    ServedFileSystem waitless = process;
    if (process == writer) {
      waitless = ServedFileSystem.over(new AgedClaims(store, "data/"));
    }
    Path root = inside ? new Path(ROOT, "sub") : ROOT;
    DatasetJobRun.run(waitless, root, overwrite, Map.of(file, row + "\n"));
    model.put((inside ? "sub/" : "") + file, row);
  }

  private void foreign(String folder) throws IOException {
    String row = "row " + ++count;
    String key = folder + "0-foreign.txt";
    Content content = Content.of((row + "\n").getBytes());
    store.put("data/out/" + key, content, PutOptions.OVERWRITE);
    model.put(key, row);
  }

  private void deleteFolder(String folder) throws IOException {
    boolean counts = counts(folder);
    drop(folder + "/");
    try {
      writer.delete(new Path(ROOT, folder), true);
    } catch (PathIOException nothing) {
      assertThat(counts).as("%s has rows: %s", folder, nothing).isFalse();
    }
  }

  /** Whether a folder has rows. Otherwise it may have what jobs left, which is not changed. */
  private boolean counts(String folder) {
    return model.keySet().stream().anyMatch(file -> file.startsWith(folder + "/"));
  }

  private void deleteFile(String folder) throws IOException {
    Path path = new Path(ROOT, folder);
    if (!writer.exists(path)) {
      return;
    }
    for (FileStatus status : writer.listStatus(path)) {
      String row = new DatasetRows(writer).rowsOf(status).get(0);
      model.values().removeIf(row::equals);
      writer.delete(status.getPath(), false);
      return;
    }
  }

  private static Path awayFrom(String folder) {
    return new Path(BUCKET, "away/" + folder);
  }

  private void moveAway(String folder) throws IOException {
    Path path = new Path(ROOT, folder);
    if (counts(folder) && !away.containsKey(folder)) {
      writer.mkdirs(awayFrom(folder).getParent());
      assertThat(writer.rename(path, awayFrom(folder))).isTrue();
      TreeMap<String, String> files = new TreeMap<>(model);
      files.keySet().removeIf(file -> !file.startsWith(folder + "/"));
      drop(folder + "/");
      away.put(folder, files);
    }
  }

  private void moveBack(String folder) throws IOException {
    if (comesBack(folder)) {
      writer.mkdirs(new Path(ROOT, folder).getParent());
      assertThat(writer.rename(awayFrom(folder), new Path(ROOT, folder))).isTrue();
    }
  }

  private void copyBack(String folder) throws IOException {
    if (comesBack(folder)) {
      Path back = new Path(ROOT, folder);
      FileUtil.copy(writer, awayFrom(folder), writer, back, true, writer.getConf());
    }
  }

  /** Whether a folder was moved away and nothing has replaced it. */
  private boolean comesBack(String folder) throws IOException {
    if (!away.containsKey(folder)
        || away.get(folder).isEmpty()
        || writer.exists(new Path(ROOT, folder))) {
      return false;
    }
    model.putAll(away.remove(folder));
    return true;
  }

  void compare() throws IOException {
    ServedFileSystem cold = ServedFileSystem.over(new PagedStore(store, page));
    for (ServedFileSystem reader : List.of(cold, warm)) {
      DatasetRows rows = new DatasetRows(reader);
      for (String folder : FOLDERS) {
        compare(rows, reader, new Path(ROOT, folder), folder + "/");
      }
      compare(rows, reader, ROOT, "");
      compare(rows, reader, DATA, "");
    }
  }

  private void compare(DatasetRows rows, ServedFileSystem reader, Path path, String folder)
      throws IOException {
    List<String> expected = new ArrayList<>();
    model.forEach(
        (file, row) -> {
          if (file.startsWith(folder)) {
            expected.add(row);
          }
        });
    expected.sort(null);
    List<String> actual = reader.exists(path) ? rows.bySameWays(path) : List.of();
    assertThat(actual).as("%s", path).isEqualTo(expected);
  }
}
