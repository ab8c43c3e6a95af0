package io.headwater.spark.faults;

import java.io.Serializable;
import org.apache.spark.SparkContext;

/** A failure of one part of a job. Each attempt has a separate object. */
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
   * Parses a fault such as {@code THROW:2:137}: its kind, the part, and the number of rows before
   * it happens.
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

  /** A marker name that no other fault of the run has. */
  final String mark(String name) {
    return name + "-" + part;
  }

  /** Called when an attempt at any part of the job begins. */
  void anyBegins(int anyPart) throws InterruptedException {}

  /** Called when an attempt at any part of the job has returned all rows and is about to commit. */
  void anyEnds() throws InterruptedException {}

  /** Called when an attempt at the fault's part reaches the fault's row. */
  void atRow() throws InterruptedException {}

  /** Called when an attempt at the fault's part has returned all rows and is about to commit. */
  void atEnd() throws InterruptedException {}

  /**
   * Called when an attempt at the fault's part has committed or failed. The driver does not know it
   * yet.
   */
  void afterTask(boolean committed) throws InterruptedException {}

  /** Called in the driver when it knows that the fault's part is committed. */
  void reported(SparkContext context, String executorId) throws InterruptedException {}
}
