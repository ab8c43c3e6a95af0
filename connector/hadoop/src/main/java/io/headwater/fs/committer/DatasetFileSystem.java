package io.headwater.fs.committer;

import java.util.Optional;

/** A file system whose jobs may commit by manifest. */
public interface DatasetFileSystem {
  /** The shared state of its jobs, or empty if they do not commit by manifest. */
  Optional<CommitContext> commits();
}
