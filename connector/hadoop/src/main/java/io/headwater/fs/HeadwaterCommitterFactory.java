package io.headwater.fs;

import io.headwater.fs.committer.DatasetOutput;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.output.PathOutputCommitter;
import org.apache.hadoop.mapreduce.lib.output.PathOutputCommitterFactory;

/**
 * Creates {@link HeadwaterOutputCommitter}s for the schemes in {@code
 * mapreduce.outputcommitter.factory.scheme.SCHEME}. In these cases it creates Hadoop's
 * FileOutputCommitter, which the file system intercepts:
 *
 * <ul>
 *   <li>{@code fs.headwater.commit.manifest} is off.
 *   <li>The path is on another file system.
 *   <li>{@code fs.headwater.list.consistent} is false, because a job finds its tasks' reports by a
 *       listing.
 * </ul>
 */
public final class HeadwaterCommitterFactory extends PathOutputCommitterFactory {
  /** Created by Hadoop, by class name. */
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
