package io.headwater.spark.faults;

import java.io.Serializable;
import org.apache.spark.SparkContext;

/** What goes wrong with one part of a job. Each attempt has an object of its own. */
abstract class Fault implements Serializable {
  private static final long serialVersionUID = 1L;

  private final int part;
  private final int row;
  private Markers markers;

  Fault(int part, int row) {
    this.part = part;
    this.row = row;
  }

  /**
   * The fault that a text such as {@code THROW:2:137} names: its kind, the part, and after how many
   * of the part's rows.
   */
  static Fault parse(String text) {
    String[] fields = text.split(":");
    int part = Integer.parseInt(fields[1]);
    int row = Integer.parseInt(fields[2]);
    return switch (fields[0]) {
      case "THROW" -> new ThrowFault(part, row);
      case "KILL_WRITING" -> new KillWritingFault(part, row);
      case "KILL_COMMITTED" -> new KillCommittedFault(part, row);
      case "KILL_REPORTED" -> new KillReportedFault(part, row);
      case "CANCEL" -> new CancelFault(part, row);
      case "SPECULATE" -> new SpeculateFault(part, row);
      case "SLEEP" -> new SleepFault(part, row);
      default -> throw new IllegalArgumentException("no fault is called " + fields[0]);
    };
  }

  final Fault in(Markers runMarkers) {
    markers = runMarkers;
    return this;
  }

  final int part() {
    return part;
  }

  final int row() {
    return row;
  }

  final Markers markers() {
    return markers;
  }

  /** A marker's name that no other fault of the run has. */
  final String mark(String name) {
    return name + "-" + part;
  }

  /** An attempt at any part of the job begins. */
  void anyBegins(int anyPart) throws InterruptedException {}

  /** An attempt at any part of the job has given all rows and is about to commit. */
  void anyEnds() throws InterruptedException {}

  /** An attempt at the fault's part has come to the fault's row. */
  void atRow() throws InterruptedException {}

  /** An attempt at the fault's part has given all rows and is about to commit. */
  void atEnd() throws InterruptedException {}

  /** An attempt at the fault's part has committed, or failed; the driver does not know it yet. */
  void afterTask(boolean committed) throws InterruptedException {}

  /** In the driver: it knows that the fault's part is committed. */
  void reported(SparkContext context, String executorId) throws InterruptedException {}
}
