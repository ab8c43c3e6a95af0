package io.headwater.fs.write;

import io.headwater.commit.dataset.EntryChanges;
import io.headwater.fs.bucket.Bucket;
import io.headwater.store.DeleteFailure;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathIOException;

/** Deletes objects by name, without checking what they are. */
public final class NamedDeletion {
  private final WriteContext context;
  private final Bucket bucket;

  public NamedDeletion(WriteContext context) {
    this.context = context;
    this.bucket = context.bucket();
  }

  /**
   * Deletes files, a thousand per request if the store allows that.
   *
   * @return the files that could not be deleted, each with the reason
   */
  public List<Map.Entry<Path, String>> delete(Collection<Path> paths) throws IOException {
    List<String> keys = paths.stream().map(bucket.paths()::key).toList();
    new EntryChanges(bucket.commits(), bucket.datasets()).remove(keys);
    List<DeleteFailure> failures = manifests(keys);
    Set<String> kept = failures.stream().map(DeleteFailure::key).collect(Collectors.toSet());
    List<String> deleted = keys.stream().filter(key -> !kept.contains(key)).toList();
    deleted.forEach(bucket.known()::forget);
    if (!deleted.isEmpty()) {
      failures.addAll(bucket.store().deleteAll(deleted));
    }
    return failures.stream()
        .map(failure -> Map.entry(bucket.paths().path(failure.key()), failure.reason()))
        .collect(Collectors.toList());
  }

  /** The keys of manifests that are kept. */
  private List<DeleteFailure> manifests(List<String> keys) throws IOException {
    ManifestProtection protection = new ManifestProtection(context);
    List<DeleteFailure> refused = new ArrayList<>();
    for (String key : keys) {
      try {
        protection.requireDeletable(key);
      } catch (PathIOException e) {
        refused.add(new DeleteFailure(key, e.getMessage()));
      }
    }
    return refused;
  }
}
