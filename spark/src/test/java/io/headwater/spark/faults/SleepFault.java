package io.headwater.spark.faults;

/**
 * The first attempt sleeps and does not notice that it is killed. It wakes when the job is over
 * (the test sets {@code job-over}), writes the rest and tries to commit.
 */
final class SleepFault extends Fault {
  private static final long serialVersionUID = 1L;

  private boolean sleeper;

  SleepFault(int part, int row) {
    super(part, row);
  }

  @Override
  void atRow() {
    sleeper = markers().set(mark("asleep"));
    if (sleeper) {
      markers().awaitStubbornly("job-over");
    }
  }

  @Override
  void afterTask(boolean committed) {
    if (sleeper) {
      markers().set(mark(committed ? "slept-committed" : "slept-aborted"));
      markers().set(mark("slept"));
    }
  }
}
