package io.headwater.mapreduce.timing;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.examples.terasort.TeraSort;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.util.ToolRunner;

/**
 * Measures one run: {@code REPORT INPUT FOLDER BYTES}.
 *
 * <ol>
 *   <li>TeraSort sorts the input into {@code FOLDER/sorted}.
 *   <li>A file of that length is written as {@code FOLDER/plain/file} and closed.
 *   <li>The folder is deleted.
 * </ol>
 *
 * <p>The local file REPORT gets one line for the sort and one for the plain file: the seconds in
 * calls, from {@link CallTimes#json}.
 */
public final class ReducerTimes {
  private static final int CHUNK_BYTES = 1 << 16;

  private ReducerTimes() {}

  public static void main(String[] arguments) throws Exception {
    Configuration settings = new Configuration();
    Path folder = new Path(arguments[2]);
    sort(settings, arguments[1], new Path(folder, "sorted").toString());
    String sorted = CallTimes.json();
    FileSystem fileSystem = folder.getFileSystem(settings);
    CallTimes.forget();
    write(fileSystem, new Path(folder, "plain/file"), Long.parseLong(arguments[3]));
    String plain = CallTimes.json();
    Files.write(java.nio.file.Path.of(arguments[0]), List.of(sorted, plain));
    fileSystem.delete(folder, true);
  }

  private static void sort(Configuration settings, String input, String output) throws Exception {
    if (ToolRunner.run(settings, new TeraSort(), new String[] {input, output}) != 0) {
      throw new IOException("TeraSort failed");
    }
  }

  private static void write(FileSystem fileSystem, Path file, long bytes) throws IOException {
    byte[] chunk = new byte[CHUNK_BYTES];
    try (FSDataOutputStream stream = fileSystem.create(file)) {
      for (long left = bytes; left > 0; left -= chunk.length) {
        stream.write(chunk, 0, (int) Math.min(left, chunk.length));
      }
    }
  }
}
