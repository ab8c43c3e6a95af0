package io.headwater.fs;

import io.headwater.commit.dataset.DatasetState;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.fs.Path;

/**
 * A folder that a listing told, with what that listing knew of datasets. Who walks down a tree, as
 * Spark does before it plans a query, so sees all of it as of one moment, and asks for a manifest
 * once.
 */
final class WalkedPath extends Path {
  private static final long serialVersionUID = 1L;

  /** A walk is over by then: a path that was kept for longer is listed as it is now. */
  private static final Duration WALK = Duration.ofMinutes(1);

  private final transient Map<String, DatasetState> states;
  private final transient long told;

  WalkedPath(Path path, Map<String, DatasetState> states) {
    super(path.toUri());
    this.states = Map.copyOf(states);
    this.told = System.nanoTime();
  }

  /** What is known of datasets at a path; nothing if no listing told it lately. */
  static Optional<Map<String, DatasetState>> statesAt(Path path) {
    return path instanceof WalkedPath walked
            && walked.states != null
            && System.nanoTime() - walked.told < WALK.toNanos()
        ? Optional.of(walked.states)
        : Optional.empty();
  }
}
