package io.headwater.fs;

import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.output.PathOutputCommitter;
import org.apache.hadoop.mapreduce.lib.output.PathOutputCommitterFactory;

/**
 * Makes {@link HeadwaterOutputCommitter}s for the schemes that a user sets it for by {@code
 * mapreduce.outputcommitter.factory.scheme.SCHEME}; elsewhere Hadoop's FileOutputCommitter, which
 * the file system intercepts: where {@code fs.headwater.commit.manifest} is off, where the path is
 * another file system's, and where {@code fs.headwater.list.consistent} is false, because a job
 * finds by a listing what its tasks told.
 */
public final class HeadwaterCommitterFactory extends PathOutputCommitterFactory {
  /** What Hadoop makes, by its name in the configuration. */
  public HeadwaterCommitterFactory() {}

  @Override
  public PathOutputCommitter createOutputCommitter(Path path, TaskAttemptContext context)
      throws IOException {
    Optional<DatasetOutput> output =
        path == null ? Optional.empty() : DatasetOutput.at(path, context.getConfiguration());
    return output.filter(DatasetOutput::listsAtOnce).isPresent()
        ? new HeadwaterOutputCommitter(path, output.get(), context)
        : createFileOutputCommitter(path, context);
  }
}
