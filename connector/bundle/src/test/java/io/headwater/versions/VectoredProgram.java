package io.headwater.versions;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileRange;

/** The part of the program that only Hadoop from 3.3.5 on can load. */
final class VectoredProgram {
  private VectoredProgram() {}

  /** The last word and the first word of the file. */
  static List<String> read(FSDataInputStream stream)
      throws IOException, ExecutionException, InterruptedException {
    List<FileRange> ranges =
        List.of(FileRange.createFileRange(10, 4), FileRange.createFileRange(0, 4));
    stream.readVectored(ranges, ByteBuffer::allocate);
    List<String> words = new ArrayList<>();
    for (FileRange range : ranges) {
      words.add(StandardCharsets.UTF_8.decode(range.getData().get()).toString());
    }
    return words;
  }
}
