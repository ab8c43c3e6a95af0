package io.headwater.fs;

import io.headwater.commit.TemporaryKey;
import io.headwater.commit.dataset.DatasetJob;
import io.headwater.commit.dataset.Overwrite;
import io.headwater.commit.manifest.GovernedName;
import io.headwater.commit.manifest.ManifestEntry;
import io.headwater.commit.manifest.ManifestJob;
import io.headwater.commit.manifest.ManifestKeys;
import io.headwater.store.ObjectInfo;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * What the committers of Hadoop and Spark need to write a dataset that commits by manifest: where
 * attempts write, and what becomes of it.
 */
public final class DatasetOutput {
  private final Bucket bucket;
  private final Path root;
  private final String rootKey;
  private final Configuration configuration;

  private DatasetOutput(Bucket bucket, Path root, Configuration configuration) {
    this.bucket = bucket;
    this.root = root;
    this.configuration = configuration;
    this.rootKey = bucket.paths().key(root);
  }

  /**
   * The output at a path, if it is on a Headwater file system and {@code
   * fs.headwater.commit.manifest} is not off there.
   */
  public static Optional<DatasetOutput> at(Path path, Configuration configuration)
      throws IOException {
    FileSystem fileSystem = path.getFileSystem(configuration);
    if (!(fileSystem instanceof HeadwaterFileSystem headwater)
        || !headwater.bucket().commitsByManifest()) {
      return Optional.empty();
    }
    Path root = fileSystem.makeQualified(path);
    String key = headwater.bucket().paths().key(root);
    boolean temporary = TemporaryKey.parse(key).isPresent();
    return temporary
        ? Optional.empty()
        : Optional.of(new DatasetOutput(headwater.bucket(), root, configuration));
  }

  /** The dataset's root, qualified. */
  public Path root() {
    return root;
  }

  /** With which it was found. */
  public Configuration configuration() {
    return configuration;
  }

  /** A job that writes here, as its driver sees it. */
  public DatasetJob job(ManifestJob job, Overwrite overwrite) {
    DatasetJob made = new DatasetJob(bucket.store(), bucket.datasets(), rootKey, job, overwrite);
    if (bucket.missing().take(rootKey)) {
      made.expectNothing();
    }
    return made;
  }

  /**
   * Where an attempt creates its files, so that they are sealed when they are closed.
   *
   * @param job the job's id
   * @param task the task's number
   * @param attempt a number that no other attempt of the job has
   */
  public Path attemptFolder(String job, int task, long attempt) {
    String name = GovernedName.attempt(rootKey, job, task, attempt);
    return new Path(root, "_temporary/0/_temporary/" + name);
  }

  /**
   * Publishes all that an attempt has sealed. After a failure it may be tried again, or aborted.
   *
   * @return its files, as a manifest has them
   */
  public List<ManifestEntry> commitAttempt(Path attemptFolder) throws IOException {
    String folder = bucket.paths().key(attemptFolder);
    List<ObjectInfo> published = bucket.pending().publish(folder, rootKey, bucket.workers());
    return published.stream().map(this::entry).toList();
  }

  private ManifestEntry entry(ObjectInfo object) {
    String relative = object.key().substring(ManifestKeys.under(rootKey).length());
    return ManifestEntry.of(relative, object.length(), object.etag());
  }

  /** Drops what an attempt has sealed, and deletes by name what it has published. */
  public void abortAttempt(Path attemptFolder) throws IOException {
    bucket.pending().discard(bucket.paths().key(attemptFolder), bucket.store(), bucket.workers());
  }

  /** The folder of this dataset that a path is, with a final slash; empty if it is elsewhere. */
  public Optional<String> folder(Path path) {
    Path qualified = path.makeQualified(root.toUri(), root);
    if (!root.toUri().getAuthority().equals(qualified.toUri().getAuthority())) {
      return Optional.empty();
    }
    String key = bucket.paths().key(qualified);
    if (key.equals(rootKey)) {
      return Optional.of("");
    }
    String under = ManifestKeys.under(rootKey);
    return key.startsWith(under)
        ? Optional.of(key.substring(under.length()) + "/")
        : Optional.empty();
  }
}
