package io.headwater.spark.faults;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;

/**
 * The entry point of the tests: the rows of a job, with the faults that happen while they are
 * written.
 */
public final class FaultyRows {
  private FaultyRows() {}

  /**
   * The rows.
   *
   * @param context the context in which they are made
   * @param seed the seed that the rows contain
   * @param shape the numbers of parts, of rows a part, and of characters a row at most, separated
   *     by colons
   * @param faults as {@link Fault#parse} has them, separated by blanks
   * @param folder the folder of the run's markers
   */
  public static JavaRDD<String> of(
      JavaSparkContext context, long seed, String shape, String faults, String folder) {
    int[] numbers = Stream.of(shape.split(":")).mapToInt(Integer::parseInt).toArray();
    RowText rows = new RowText(seed, numbers[1], numbers[2]);
    Markers markers = new Markers(folder);
    List<Integer> parts = IntStream.range(0, numbers[0]).boxed().toList();
    // Not flatMap. Its iterator would check whether the task is killed. A task that never checks is
    // the harder case.
    return context
        .parallelize(parts, parts.size())
        .mapPartitions(part -> new FaultyTask(rows, part.next(), parse(faults), markers));
  }

  private static List<Fault> parse(String faults) {
    return Stream.of(faults.split(" ")).filter(text -> !text.isEmpty()).map(Fault::parse).toList();
  }
}
