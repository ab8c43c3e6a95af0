package io.headwater.fs;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;

/** The rows (lines) that programs read below a folder, by each way to list it. */
public final class DatasetRows {
  private final FileSystem fileSystem;

  public DatasetRows(FileSystem fileSystem) {
    this.fileSystem = fileSystem;
  }

  /** By one recursive listing. */
  public List<String> byTree(Path folder) throws IOException {
    List<FileStatus> files = new ArrayList<>();
    RemoteIterator<LocatedFileStatus> listed = fileSystem.listFiles(folder, true);
    while (listed.hasNext()) {
      files.add(listed.next());
    }
    return rows(files);
  }

  /** Folder by folder, each without knowledge of the one above. */
  List<String> byFolders(Path folder) throws IOException {
    List<FileStatus> files = new ArrayList<>();
    walk(fileSystem.listStatus(folder), files, true);
    return rows(files);
  }

  /** Folder by folder, like Spark's walk. */
  public List<String> byWalk(Path folder) throws IOException {
    List<FileStatus> files = new ArrayList<>();
    walk(fileSystem.listStatus(folder), files, false);
    return rows(files);
  }

  /** By {@code folder/*}. */
  List<String> byGlob(Path folder) throws IOException {
    List<FileStatus> files = new ArrayList<>();
    walk(fileSystem.globStatus(new Path(folder, "*")), files, true);
    return rows(files);
  }

  private void walk(FileStatus[] statuses, List<FileStatus> files, boolean afresh)
      throws IOException {
    for (FileStatus status : statuses) {
      if (status.isFile()) {
        files.add(status);
      } else if (!isHidden(status.getPath())) {
        Path path = status.getPath();
        walk(fileSystem.listStatus(afresh ? new Path(path.toString()) : path), files, afresh);
      }
    }
  }

  /** The results of all ways, by the way's name, for the caller to compare. */
  TreeMap<String, List<String>> byEveryWay(Path folder) throws IOException {
    TreeMap<String, List<String>> ways = new TreeMap<>();
    ways.put("folders", byFolders(folder));
    ways.put("glob", byGlob(folder));
    ways.put("tree", byTree(folder));
    ways.put("walk", byWalk(folder));
    return ways;
  }

  /** The rows, if all ways agree. */
  public List<String> bySameWays(Path folder) throws IOException {
    TreeMap<String, List<String>> ways = byEveryWay(folder);
    if (new TreeSet<>(ways.values().stream().map(List::toString).toList()).size() > 1) {
      throw new AssertionError("listings of " + folder + " differ: " + ways);
    }
    return ways.get("tree");
  }

  private List<String> rows(List<FileStatus> files) throws IOException {
    List<String> rows = new ArrayList<>();
    for (FileStatus file : files) {
      if (!isHidden(file.getPath())) {
        rows.addAll(rowsOf(file));
      }
    }
    rows.sort(null);
    return rows;
  }

  List<String> rowsOf(FileStatus file) throws IOException {
    try (FSDataInputStream in = fileSystem.open(file.getPath())) {
      byte[] bytes = in.readAllBytes();
      if (bytes.length != file.getLen()) {
        throw new AssertionError(file + " has " + bytes.length + " bytes");
      }
      return lines(new String(bytes, StandardCharsets.UTF_8));
    }
  }

  static List<String> lines(String text) {
    return text.isEmpty() ? List.of() : Arrays.asList(text.split("\n"));
  }

  private static boolean isHidden(Path path) {
    return path.getName().startsWith("_") || path.getName().startsWith(".");
  }
}
