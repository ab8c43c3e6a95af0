package io.headwater.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwater.fs.HeadwaterCommitterFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.examples.WordCount;
import org.apache.hadoop.examples.terasort.TeraChecksum;
import org.apache.hadoop.examples.terasort.TeraGen;
import org.apache.hadoop.examples.terasort.TeraSort;
import org.apache.hadoop.examples.terasort.TeraValidate;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.util.Tool;
import org.apache.hadoop.util.ToolRunner;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Hadoop's unmodified examples, with either scheme and either runner. */
@ParameterizedClass
@EnumSource(Scheme.class)
@Timeout(600)
class ExamplesTest extends ClusterFixture {
  private static final int ROWS = 30_000;
  private static final int ROW_BYTES = 100;

  @Parameter Scheme scheme;

  private final StoredOutput stored = new StoredOutput(container);

  /** In one process. {@link #failedAttemptsAreRunAgain} counts words on YARN. */
  @Test
  void wordCount() throws Exception {
    Configuration settings = settings(Runner.LOCAL);
    Map<String, Long> expected = writeWords(settings);
    runWordCount(settings, WordCount.IntSumReducer.class);
    assertThat(countedWords(settings)).isEqualTo(expected);
    stored.assertWrittenOnce("counts", Runner.REDUCES);
  }

  /** With the user's committer: the tasks report to the application master by objects. */
  @ParameterizedTest
  @EnumSource(Runner.class)
  void wordCountByManifest(Runner runner) throws Exception {
    Configuration settings = settings(runner);
    for (String each : List.of("s3", "swift")) {
      settings.set(
          "mapreduce.outputcommitter.factory.scheme." + each,
          HeadwaterCommitterFactory.class.getName());
    }
    Map<String, Long> expected = writeWords(settings);
    // In a single process the attempt that dies would kill the job.
    boolean fails = runner == Runner.YARN;
    runWordCount(settings, fails ? FirstAttemptFails.class : WordCount.IntSumReducer.class);
    assertThat(countedWords(settings)).isEqualTo(expected);
    assertThat(read(settings, "counts/_SUCCESS")).contains("\"headwater\":{\"format\":1");
    assertThat(stored.attempts("counts")).hasSize(Runner.REDUCES);
    assertThat(stored.names("counts")).noneMatch(name -> name.contains(".tasks/"));
  }

  /** One attempt of a reduce task throws, and one of the other task dies, after they wrote. */
  @Test
  void failedAttemptsAreRunAgain() throws Exception {
    Configuration settings = settings(Runner.YARN);
    Map<String, Long> expected = writeWords(settings);
    runWordCount(settings, FirstAttemptFails.class);
    assertThat(stored.attempts("counts")).hasSize(Runner.REDUCES).doesNotContain(0);
    assertThat(countedWords(settings)).isEqualTo(expected);
    stored.assertWrittenOnce("counts", Runner.REDUCES);
  }

  @Test
  void teraSort() throws Exception {
    sort(Runner.LOCAL);
  }

  @Test
  @Tag("long")
  void teraSortOnYarn() throws Exception {
    sort(Runner.YARN);
  }

  private void sort(Runner runner) throws Exception {
    Configuration settings = settings(runner);
    run(settings, new TeraGen(), String.valueOf(ROWS), path("rows"));
    run(settings, new TeraSort(), path("rows"), path("sorted"));
    Configuration checks = settings(Runner.LOCAL);
    run(checks, new TeraValidate(), path("sorted"), path("report"));
    run(checks, new TeraChecksum(), path("rows"), path("checksum"));

    assertThat(bytes(settings, "sorted")).isEqualTo((long) ROWS * ROW_BYTES);
    List<String> checksum = lines(settings, "checksum");
    assertThat(checksum).hasSize(1);
    // TeraValidate reports misordered rows in additional lines.
    assertThat(lines(settings, "report")).containsExactly("checksum\t" + checksum.get(0));
    stored.assertWrittenOnce("rows", runner.maps());
    stored.assertWrittenOnce("sorted", Runner.REDUCES, "_partition.lst");
    stored.assertWrittenOnce("report", 1);
    stored.assertWrittenOnce("checksum", 1);
  }

  private Configuration settings(Runner runner) {
    Configuration settings = runner.settings(cluster.settings());
    scheme.configure(settings);
    return settings;
  }

  private String path(String name) {
    return new Path(scheme.root(container.name()), name).toString();
  }

  private static void run(Configuration settings, Tool program, String... arguments)
      throws Exception {
    assertThat(ToolRunner.run(settings, program, arguments)).isZero();
  }

  /** The job of {@code WordCount.main}, which itself would end its process. */
  private void runWordCount(
      Configuration settings, Class<? extends WordCount.IntSumReducer> reducer) throws Exception {
    Job job = Job.getInstance(settings, "word count");
    job.setJarByClass(WordCount.class);
    job.setMapperClass(WordCount.TokenizerMapper.class);
    job.setCombinerClass(WordCount.IntSumReducer.class);
    job.setReducerClass(reducer);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(IntWritable.class);
    FileInputFormat.addInputPath(job, new Path(path("words")));
    FileOutputFormat.setOutputPath(job, new Path(path("counts")));
    assertThat(job.waitForCompletion(false)).isTrue();
  }

  /** Writes two files of words. Returns the count of each word. */
  private Map<String, Long> writeWords(Configuration settings) throws IOException {
    Random random = new Random(7);
    List<String> words =
        IntStream.range(0, 20_000).mapToObj(word -> "word" + random.nextInt(1000)).toList();
    for (int file = 0; file < 2; file++) {
      List<String> half = words.subList(file * 10_000, (file + 1) * 10_000);
      Path name = new Path(path("words"), String.valueOf(file));
      try (FSDataOutputStream stream = name.getFileSystem(settings).create(name)) {
        stream.write(String.join(" \n", half).getBytes(StandardCharsets.UTF_8));
      }
    }
    return words.stream()
        .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
  }

  /** The job's result. Fails if a word occurs twice. */
  private Map<String, Long> countedWords(Configuration settings) throws IOException {
    return lines(settings, "counts").stream()
        .map(line -> line.split("\t"))
        .collect(Collectors.toMap(fields -> fields[0], fields -> Long.valueOf(fields[1])));
  }

  private long bytes(Configuration settings, String folder) throws IOException {
    return parts(settings, folder).stream().mapToLong(FileStatus::getLen).sum();
  }

  private List<String> lines(Configuration settings, String folder) throws IOException {
    return parts(settings, folder).stream().flatMap(part -> read(settings, part).lines()).toList();
  }

  private List<FileStatus> parts(Configuration settings, String folder) throws IOException {
    Path parts = new Path(path(folder), "part-*");
    return List.of(parts.getFileSystem(settings).globStatus(parts));
  }

  private static String read(Configuration settings, FileStatus part) {
    return read(settings, part.getPath());
  }

  private String read(Configuration settings, String name) {
    return read(settings, new Path(path(name)));
  }

  private static String read(Configuration settings, Path file) {
    try (FSDataInputStream stream = file.getFileSystem(settings).open(file)) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
