package io.headwater.fs.list;

import io.headwater.commit.dataset.DatasetState;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.fs.Path;

/**
 * A folder from a listing, with that listing's knowledge of datasets. A recursive walk, such as
 * Spark's before it plans a query, is therefore consistent, and reads each manifest once.
 */
final class SnapshotPath extends Path {
  private static final long serialVersionUID = 1L;

  /** A walk is over by then. A path that is older is listed again. */
  private static final Duration WALK = Duration.ofMinutes(1);

  private final transient Map<String, DatasetState> states;
  private final transient long listedAt;

  SnapshotPath(Path path, Map<String, DatasetState> states) {
    super(path.toUri());
    this.states = Map.copyOf(states);
    this.listedAt = System.nanoTime();
  }

  /** The states of the datasets at a path, or empty without a recent listing. */
  static Optional<Map<String, DatasetState>> statesAt(Path path) {
    return path instanceof SnapshotPath walked
            && walked.states != null
            && System.nanoTime() - walked.listedAt < WALK.toNanos()
        ? Optional.of(walked.states)
        : Optional.empty();
  }
}
