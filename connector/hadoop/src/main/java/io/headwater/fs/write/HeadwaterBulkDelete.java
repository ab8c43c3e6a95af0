package io.headwater.fs.write;

import io.headwater.store.ObjectStore;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.BulkDelete;
import org.apache.hadoop.fs.BulkDeleteUtils;
import org.apache.hadoop.fs.Path;

/** Deletes objects by name, one page per request, without checking what they are. */
public final class HeadwaterBulkDelete implements BulkDelete {
  private final WriteContext context;
  private final Path base;

  private HeadwaterBulkDelete(WriteContext context, Path base) {
    this.context = context;
    this.base = base;
  }

  /**
   * Deletes objects below a folder. With the interface's type, so that a Hadoop without the
   * interface can verify the class that calls this.
   */
  public static BulkDelete below(Path base, WriteContext context) {
    return new HeadwaterBulkDelete(context, base);
  }

  @Override
  public int pageSize() {
    return ObjectStore.BULK_DELETE_LIMIT;
  }

  @Override
  public Path basePath() {
    return base;
  }

  @Override
  public List<Map.Entry<Path, String>> bulkDelete(Collection<Path> paths) throws IOException {
    BulkDeleteUtils.validateBulkDeletePaths(paths, pageSize(), base);
    return new NamedDeletion(context).delete(paths);
  }

  @Override
  public void close() {
    // No resources to release.
  }
}
