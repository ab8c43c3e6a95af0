package io.headwater.fs;

import io.headwater.commit.dataset.Overwrite;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Jobs of three tasks with a disturbed commit, and their expected effect on a dataset. */
enum CommitScene {
  CREATE(DatasetJobRun.CREATE, false, old -> List.of(), three("p=1", "p=1", "p=2")),
  APPEND(DatasetJobRun.APPEND, true, UnaryOperator.identity(), three("p=1", "p=2", "p=3")),
  OVERWRITE(DatasetJobRun.ALL, true, old -> List.of(), three("p=1", "p=2", "p=2")),
  OVERWRITE_NOTHING(DatasetJobRun.ALL, false, old -> List.of(), three("p=1", "p=2", "p=3")),
  DYNAMIC(DatasetJobRun.DYNAMIC, true, old -> below("p=2", old), three("p=1", "p=1", "p=1")),
  DYNAMIC_NEW_FOLDER(
      DatasetJobRun.DYNAMIC, true, UnaryOperator.identity(), three("p=3", "p=3", "p=3"));

  static final Path ROOT = new Path("s3://bucket/data/out");

  private final Overwrite overwrite;
  private final boolean existing;
  private final UnaryOperator<List<String>> kept;
  private final Map<String, String> files;

  CommitScene(
      Overwrite overwrite,
      boolean existing,
      UnaryOperator<List<String>> kept,
      Map<String, String> files) {
    this.overwrite = overwrite;
    this.existing = existing;
    this.kept = kept;
    this.files = files;
  }

  private static Map<String, String> three(String... folders) {
    return files("new", folders);
  }

  private static Map<String, String> files(String name, String... folders) {
    Map<String, String> files = new LinkedHashMap<>();
    for (int task = 0; task < folders.length; task++) {
      String file = folders[task] + "/part-0000" + task + ".txt";
      files.put(file, folders[task] + " " + name + " " + task + "\n");
    }
    return files;
  }

  /** The rows of one folder. Each row contains its folder. */
  static List<String> below(String folder, List<String> rows) {
    return rows.stream().filter(row -> row.startsWith(folder + " ")).toList();
  }

  static List<String> rows(Map<String, String> files) {
    return files.values().stream().flatMap(text -> DatasetRows.lines(text).stream()).toList();
  }

  static List<String> sorted(List<String> some, List<String> others) {
    List<String> all = new ArrayList<>(some);
    all.addAll(others);
    all.sort(null);
    return all;
  }

  /** Writes the initial data. Returns its rows. */
  List<String> prepare(FileSystem fileSystem) throws IOException {
    if (!existing) {
      return List.of();
    }
    Map<String, String> old = files("old", "p=1", "p=2", "p=1");
    DatasetJobRun.run(fileSystem, ROOT, DatasetJobRun.APPEND, old);
    return sorted(rows(old), List.of());
  }

  /** The rows after the job. */
  List<String> after(List<String> old) {
    return sorted(kept.apply(old), rows(files));
  }

  /** The job, up to the driver's last action. */
  void write(DatasetJobRun run) throws IOException {
    run.runTasks(files);
    run.commit();
  }

  DatasetJobRun begin(FileSystem fileSystem) throws IOException {
    return DatasetJobRun.begin(fileSystem, ROOT, overwrite);
  }
}
