package io.headwater.mapreduce.timing;

import java.io.IOException;
import java.nio.file.Files;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.examples.terasort.TeraSort;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.util.ToolRunner;

/**
 * Measures one run and writes the seconds in calls to a local file, as {@link CallTimes#json}.
 *
 * <pre>
 * sort REPORT INPUT OUTPUT    TeraSort
 * upload REPORT FOLDER BYTES  a file of that length, written and closed; then the folder is deleted
 * </pre>
 */
public final class ReducerTimes {
  private static final int CHUNK_BYTES = 1 << 16;

  private ReducerTimes() {}

  public static void main(String[] arguments) throws Exception {
    Configuration settings = new Configuration();
    switch (arguments[0]) {
      case "sort" -> sort(settings, arguments[2], arguments[3]);
      case "upload" -> upload(settings, new Path(arguments[2]), Long.parseLong(arguments[3]));
      default -> throw new IllegalArgumentException("no such measurement: " + arguments[0]);
    }
    Files.writeString(java.nio.file.Path.of(arguments[1]), CallTimes.json());
    if (arguments[0].equals("upload")) {
      Path folder = new Path(arguments[2]);
      folder.getFileSystem(settings).delete(folder, true);
    }
  }

  private static void sort(Configuration settings, String input, String output) throws Exception {
    if (ToolRunner.run(settings, new TeraSort(), new String[] {input, output}) != 0) {
      throw new IOException("TeraSort failed");
    }
  }

  /** What a small file costs first, classes and connections above all, is not counted. */
  private static void upload(Configuration settings, Path folder, long bytes) throws IOException {
    FileSystem fileSystem = folder.getFileSystem(settings);
    write(fileSystem, new Path(folder, "small"), 1);
    CallTimes.forget();
    write(fileSystem, new Path(folder, "plain"), bytes);
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
