package io.headwater.lakehouse;

import io.headwater.fs.HeadwaterFileSystem;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.util.functional.RemoteIterators;
import org.apache.iceberg.hadoop.HadoopFileIO;
import org.apache.iceberg.io.BulkDeletionFailureException;
import org.apache.iceberg.io.FileInfo;
import org.apache.iceberg.io.InputFile;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Iceberg's files on Headwater's file systems, for any catalog. A file of known length is opened
 * without a request, files are deleted in bulk, and streams read ranges.
 *
 * <p>Users name it in the property {@code io-impl}.
 */
public final class HeadwaterFileIO extends HadoopFileIO {
  private static final long serialVersionUID = 1L;
  private static final Logger LOG = LoggerFactory.getLogger(HeadwaterFileIO.class);
  private static final int DELETED_AT_ONCE = 1000;

  /** Iceberg calls it by reflection. */
  public HeadwaterFileIO() {}

  /** With settings of the file systems. */
  public HeadwaterFileIO(Configuration configuration) {
    super(configuration);
  }

  private HeadwaterFileSystem files(String location) throws IOException {
    return FileSystems.ours(new Path(location), conf(), "Remove io-impl");
  }

  @Override
  public InputFile newInputFile(String location) {
    return newInputFile(location, HeadwaterInputFile.UNKNOWN);
  }

  @Override
  public InputFile newInputFile(String location, long length) {
    try {
      return new HeadwaterInputFile(files(location), location, length);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** All files below a folder, or none if it does not exist. */
  @Override
  public Iterable<FileInfo> listPrefix(String folder) {
    List<FileInfo> found = new ArrayList<>();
    try {
      RemoteIterators.foreach(
          files(folder).listFiles(new Path(folder), true),
          file ->
              found.add(
                  new FileInfo(
                      file.getPath().toString(), file.getLen(), file.getModificationTime())));
      return found;
    } catch (FileNotFoundException e) {
      return List.of();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Deletes files, a thousand per request if the store allows that.
   *
   * @throws BulkDeletionFailureException if some could not be deleted; the log has their names
   */
  @Override
  public void deleteFiles(Iterable<String> locations) throws BulkDeletionFailureException {
    int failures = 0;
    List<Path> page = new ArrayList<>();
    for (String location : locations) {
      Path path = new Path(location);
      if (!page.isEmpty() && (page.size() == DELETED_AT_ONCE || !sameBucket(page.get(0), path))) {
        failures += delete(page);
        page.clear();
      }
      page.add(path);
    }
    failures += page.isEmpty() ? 0 : delete(page);
    if (failures > 0) {
      throw new BulkDeletionFailureException(failures);
    }
  }

  private static boolean sameBucket(Path a, Path b) {
    return a.toUri().resolve("/").equals(b.toUri().resolve("/"));
  }

  private int delete(List<Path> page) {
    try {
      List<Map.Entry<Path, String>> failures = files(page.get(0).toString()).deleteFiles(page);
      failures.forEach(each -> LOG.error("{} not deleted: {}", each.getKey(), each.getValue()));
      return failures.size();
    } catch (IOException e) {
      LOG.error("{} files not deleted, the first is {}", page.size(), page.get(0), e);
      return page.size();
    }
  }
}
