package io.headwater.mapreduce.timing;

import java.io.IOException;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FilterFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.Progressable;
import org.apache.hadoop.util.ReflectionUtils;

/**
 * Times the calls of TeraSort and the FileOutputCommitter to the file system of the class in {@code
 * timed.fs.impl}.
 */
public final class TimedFileSystem extends FilterFileSystem {
  @Override
  public void initialize(URI name, Configuration settings) throws IOException {
    fs =
        ReflectionUtils.newInstance(
            settings.getClass("timed.fs.impl", null, FileSystem.class), settings);
    fs.initialize(name, settings);
    super.initialize(name, settings);
  }

  @Override
  public FSDataOutputStream create(
      Path file,
      FsPermission permission,
      boolean overwrite,
      int buffer,
      short replication,
      long block,
      Progressable progress)
      throws IOException {
    return CallTimes.time(
        "create",
        () -> {
          FSDataOutputStream stream =
              fs.create(file, permission, overwrite, buffer, replication, block, progress);
          return new FSDataOutputStream(TimedOutputStream.around(stream), null);
        });
  }

  @Override
  public boolean rename(Path from, Path to) throws IOException {
    return CallTimes.time("rename", () -> fs.rename(from, to));
  }

  @Override
  public boolean delete(Path path, boolean recursive) throws IOException {
    return CallTimes.time("delete", () -> fs.delete(path, recursive));
  }

  @Override
  public boolean mkdirs(Path path, FsPermission permission) throws IOException {
    return CallTimes.time("mkdirs", () -> fs.mkdirs(path, permission));
  }

  @Override
  public boolean mkdirs(Path path) throws IOException {
    return CallTimes.time("mkdirs", () -> fs.mkdirs(path));
  }

  @Override
  public FileStatus getFileStatus(Path path) throws IOException {
    return CallTimes.time("getFileStatus", () -> fs.getFileStatus(path));
  }

  @Override
  public FileStatus[] listStatus(Path path) throws IOException {
    return CallTimes.time("listStatus", () -> fs.listStatus(path));
  }
}
