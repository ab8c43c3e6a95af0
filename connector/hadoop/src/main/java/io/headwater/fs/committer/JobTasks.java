package io.headwater.fs.committer;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.TaskID;
import org.apache.hadoop.mapreduce.TaskType;

/** The names of a job's tasks in its task manifests: {@code r_000003}. */
public final class JobTasks {
  private static final char MAP = TaskID.getRepresentingCharacter(TaskType.MAP);
  private static final char REDUCE = TaskID.getRepresentingCharacter(TaskType.REDUCE);

  private static final Pattern NAME = Pattern.compile("([a-z])_(\\d{6,7})");

  private JobTasks() {}

  /** A task's name. */
  public static String name(TaskID task) {
    return name(TaskID.getRepresentingCharacter(task.getTaskType()), task.getId());
  }

  /**
   * The tasks that probably reported, although a listing may lack them: those of which a job has a
   * known number, and those that are numbered below one that is known to have reported.
   *
   * @param reported the names of tasks that are known to have reported
   */
  static Set<String> likely(JobContext job, Collection<String> reported) {
    Map<Character, Integer> numbers = new LinkedHashMap<>();
    boolean isMapReduce = job.getConfiguration().get(MRJobConfig.MAPREDUCE_JOB_DIR) != null;
    if (isMapReduce) {
      numbers.putAll(known(job));
    }
    reported.stream()
        .map(NAME::matcher)
        .filter(Matcher::matches)
        .forEach(
            task ->
                numbers.merge(
                    task.group(1).charAt(0), Integer.parseInt(task.group(2)) + 1, Math::max));
    if (!isMapReduce) {
      // A job of Spark's RDDs has an unknown number of tasks of one kind. Each of them reports.
      numbers.merge(MAP, 1, Integer::sum);
      numbers.merge(REDUCE, 1, Integer::sum);
    }
    return names(numbers);
  }

  /** Reducers or, without these, mappers. Other mappers rarely write files of the job. */
  private static Map<Character, Integer> known(JobContext job) {
    int reducers = job.getNumReduceTasks();
    return reducers > 0
        ? Map.of(REDUCE, reducers)
        : Map.of(MAP, job.getConfiguration().getInt(MRJobConfig.NUM_MAPS, 0));
  }

  private static Set<String> names(Map<Character, Integer> numbers) {
    Set<String> names = new LinkedHashSet<>();
    numbers.forEach(
        (kind, number) -> {
          for (int task = 0; task < number; task++) {
            names.add(name(kind, task));
          }
        });
    return names;
  }

  private static String name(char kind, int number) {
    return String.format(Locale.ROOT, "%s_%06d", kind, number);
  }
}
