package io.headwater.spark.faults;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;

/** What the tests call: the rows of a job, and what befalls it while they are written. */
public final class FaultyRows {
  private FaultyRows() {}

  /**
   * The rows.
   *
   * @param context where they are made
   * @param seed what the rows bear
   * @param shape the numbers of parts, of rows a part, and of characters a row at most, by colons
   * @param faults as {@link Fault#parse} has them, separated by blanks
   * @param folder for the run's markers
   */
  public static JavaRDD<String> of(
      JavaSparkContext context, long seed, String shape, String faults, String folder) {
    int[] numbers = Stream.of(shape.split(":")).mapToInt(Integer::parseInt).toArray();
    RowText rows = new RowText(seed, numbers[1], numbers[2]);
    Markers markers = new Markers(folder);
    List<Integer> parts = IntStream.range(0, numbers[0]).boxed().toList();
    // Not flatMap, whose iterator would look whether the task is killed: one that never looks is
    // the
    // harder case.
    return context
        .parallelize(parts, parts.size())
        .mapPartitions(part -> new FaultyTask(rows, part.next(), parse(faults), markers));
  }

  private static List<Fault> parse(String faults) {
    return Stream.of(faults.split(" ")).filter(text -> !text.isEmpty()).map(Fault::parse).toList();
  }
}
