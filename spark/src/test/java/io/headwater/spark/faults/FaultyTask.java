package io.headwater.spark.faults;

import java.util.Iterator;
import java.util.List;
import org.apache.spark.SparkEnv;
import org.apache.spark.TaskContext;
import org.apache.spark.TaskKilledException;
import org.apache.spark.util.TaskCompletionListener;

/** The rows of one attempt at one part, with its faults. */
final class FaultyTask implements Iterator<String>, TaskCompletionListener {
  private interface Step {
    void run() throws InterruptedException;
  }

  private final RowText rows;
  private final int part;
  private final List<Fault> faults;
  private int next;
  private boolean begun;
  private boolean ended;

  FaultyTask(RowText rows, int part, List<Fault> faults, Markers markers) {
    this.rows = rows;
    this.part = part;
    this.faults = faults.stream().map(fault -> fault.in(markers)).toList();
    long pid = ProcessHandle.current().pid();
    markers.set(executorMark(SparkEnv.get().executorId()) + pid);
    TaskContext.get().addTaskCompletionListener((TaskCompletionListener) this);
  }

  /** The prefix of the marker that ends with an executor's process id. */
  static String executorMark(String executorId) {
    return "executor-" + executorId + "-";
  }

  @Override
  public boolean hasNext() {
    if (!begun) {
      begun = true;
      faults.forEach(fault -> step(() -> fault.anyBegins(part)));
    }
    if (next == rows.count() && !ended) {
      ended = true;
      faults.forEach(fault -> step(fault::anyEnds));
      ours().forEach(fault -> step(fault::atEnd));
    }
    return next < rows.count();
  }

  @Override
  public String next() {
    ours().stream().filter(fault -> fault.row() == next).forEach(fault -> step(fault::atRow));
    return rows.text(part, next++);
  }

  @Override
  public void onTaskCompletion(TaskContext context) {
    boolean committed = ended && !context.isFailed();
    ours().forEach(fault -> step(() -> fault.afterTask(committed)));
  }

  private List<Fault> ours() {
    return faults.stream().filter(fault -> fault.part() == part).toList();
  }

  /** Spark interrupts a task that it kills. */
  private static void step(Step step) {
    try {
      step.run();
    } catch (InterruptedException e) {
      throw new TaskKilledException("interrupted");
    }
  }
}
