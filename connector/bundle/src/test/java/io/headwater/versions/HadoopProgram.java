package io.headwater.versions;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FSDataOutputStreamBuilder;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.util.VersionInfo;

/**
 * What a user of Hadoop does with {@code fs.defaultFS}, by the classes of the Hadoop that runs it.
 * It prints what works.
 */
public final class HadoopProgram {
  static final String TEXT = "text of a file";

  private static final Path FILE = new Path("/folder/file");

  private final Configuration configuration;
  private final FileSystem fileSystem;

  private HadoopProgram(Configuration configuration) throws IOException {
    this.configuration = configuration;
    this.fileSystem = FileSystem.get(configuration);
  }

  public static void main(String[] arguments) throws Exception {
    HadoopProgram program = new HadoopProgram(new Configuration());
    System.out.println("Hadoop " + VersionInfo.getVersion());
    program.schemes();
    program.files();
    program.fileContext();
    program.methods();
    program.vectoredReads();
    program.job();
    program.deletion();
  }

  private static void holds(String promise, boolean isKept) {
    if (!isKept) {
      throw new IllegalStateException("It does not hold: " + promise);
    }
    System.out.println("holds: " + promise);
  }

  private void schemes() throws IOException {
    for (String scheme : List.of("s3", "swift", "swift2d", "cos")) {
      String found = FileSystem.getFileSystemClass(scheme, configuration).getName();
      holds(scheme, found.startsWith("io.headwater.fs."));
    }
  }

  private void files() throws IOException, ExecutionException, InterruptedException {
    Path written = new Path("/folder/written");
    try (FSDataOutputStream stream = createAbsent(written)) {
      stream.write(TEXT.getBytes(StandardCharsets.UTF_8));
    }
    try {
      createAbsent(written).close();
      throw new IllegalStateException(written + " was created twice");
    } catch (FileAlreadyExistsException e) {
      holds("conditional create", e.getMessage().contains(written.toString()));
    }
    holds("rename", fileSystem.rename(written, FILE) && !fileSystem.exists(written));
    FileStatus[] found = fileSystem.listStatus(FILE.getParent());
    holds("list", found.length == 1 && found[0].getLen() == TEXT.length());
    try (FSDataInputStream stream = fileSystem.openFile(FILE).build().get()) {
      holds("read", TEXT.equals(new String(stream.readAllBytes(), StandardCharsets.UTF_8)));
    }
  }

  private FSDataOutputStream createAbsent(Path path) throws IOException {
    FSDataOutputStreamBuilder<?, ?> builder = fileSystem.createFile(path);
    builder.must("fs.option.create.conditional.overwrite", true);
    return builder.build();
  }

  private void fileContext() throws IOException {
    FileContext context = FileContext.getFileContext(configuration);
    Path moved = new Path("/context/file");
    context.mkdir(moved.getParent(), FileContext.DIR_DEFAULT_PERM, true);
    context.util().copy(FILE, moved);
    holds("FileContext", context.getFileStatus(moved).getLen() == TEXT.length());
  }

  /** PySpark lists the methods of each Java object that it uses. */
  private void methods() {
    holds("reflection", fileSystem.getClass().getMethods().length > 0);
  }

  private void vectoredReads() throws Exception {
    try {
      Class.forName("org.apache.hadoop.fs.FileRange");
    } catch (ClassNotFoundException e) {
      return;
    }
    try (FSDataInputStream stream = fileSystem.open(FILE)) {
      holds("vectored read", VectoredProgram.read(stream).equals(List.of("file", "text")));
    }
  }

  private void job() throws IOException, ClassNotFoundException, InterruptedException {
    Path output = new Path("/output");
    Job job = Job.getInstance(configuration);
    job.setNumReduceTasks(1);
    job.setOutputKeyClass(LongWritable.class);
    job.setOutputValueClass(Text.class);
    FileInputFormat.addInputPath(job, FILE);
    FileOutputFormat.setOutputPath(job, output);
    boolean isDone = job.waitForCompletion(false);
    boolean hasPart =
        Arrays.stream(fileSystem.listStatus(output))
            .anyMatch(found -> found.getPath().getName().startsWith("part-r-00000"));
    holds("job", isDone && hasPart);
    try (FSDataInputStream manifest = fileSystem.open(new Path(output, "_SUCCESS"))) {
      String content = new String(manifest.readAllBytes(), StandardCharsets.UTF_8);
      holds("manifest", content.contains("\"entries\""));
    }
  }

  private void deletion() throws IOException {
    for (FileStatus found : fileSystem.listStatus(new Path("/"))) {
      fileSystem.delete(found.getPath(), true);
    }
    holds("delete", fileSystem.listStatus(new Path("/")).length == 0);
  }
}
