package io.headwater.fs;

import io.headwater.commit.CommittedAttempt;
import io.headwater.commit.dataset.DatasetJob;
import io.headwater.commit.dataset.DatasetState;
import io.headwater.commit.dataset.LeftUploads;
import io.headwater.commit.dataset.OutputJob;
import io.headwater.commit.dataset.Overwrite;
import io.headwater.commit.dataset.TaskManifests;
import io.headwater.commit.manifest.FileContent;
import io.headwater.commit.manifest.GovernedName;
import io.headwater.commit.manifest.ManifestEntry;
import io.headwater.commit.manifest.ManifestJob;
import io.headwater.commit.manifest.ManifestKeys;
import io.headwater.store.Capability;
import io.headwater.store.ObjectInfo;
import io.headwater.store.ObjectStore;
import io.headwater.store.upload.PendingUpload;
import java.io.IOException;
import java.util.List;
import java.util.Map;
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
    boolean temporary = headwater.bucket().pending().temporary(key).isPresent();
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

  /**
   * Whether its program asked for the output and found nothing since a moment of {@link
   * System#nanoTime}.
   */
  public boolean wasMissingSince(long moment) {
    return bucket.missing().wasMissingSince(rootKey, moment);
  }

  /** A job that writes here, as its driver sees it. */
  public OutputJob job(ManifestJob job, Overwrite overwrite) {
    ObjectStore commits = bucket.commits();
    DatasetJob made =
        new DatasetJob(commits, bucket.datasets().by(commits), rootKey, job, overwrite);
    Optional<LeftUploads> left =
        bucket.visibility() == Visibility.JOB
            ? Optional.of(new LeftUploads(bucket.store(), bucket.workers(), rootKey, job.id()))
            : Optional.empty();
    return new OutputJob(bucket.store(), bucket.workers(), rootKey, made, left);
  }

  /**
   * Where an attempt creates its files, so that they are sealed when they are closed.
   *
   * @param job the job's id
   * @param task the task's number
   * @param attempt a number that no other attempt of the job has
   */
  public Path attemptFolder(String job, int task, long attempt) {
    return folderOf(GovernedName.attempt(rootKey, job, task, attempt));
  }

  /**
   * The same, of a job that numbers tasks of several kinds from 0.
   *
   * @param task the kind's letter, an underscore and the number, such as {@code r_000003}
   * @param attempt a number that no other attempt of the task has
   */
  Path attemptFolder(String job, String task, long attempt) {
    return folderOf(GovernedName.attempt(rootKey, job, task, attempt));
  }

  private Path folderOf(String attempt) {
    return new Path(root, "_temporary/0/_temporary/" + attempt);
  }

  /** What the tasks of a job tell a driver that is another process. */
  TaskManifests taskManifests(String job) {
    return new TaskManifests(bucket.store(), bucket.workers(), rootKey, job);
  }

  /** Whether a listing shows all that was written, as {@link TaskManifests} need it. */
  boolean listsAtOnce() {
    return bucket.store().capabilities().contains(Capability.CONSISTENT_LISTING);
  }

  /** What the dataset is now. */
  DatasetState state() throws IOException {
    return bucket.datasets().read(rootKey);
  }

  /** Whether an attempt has written anything that is not committed. */
  boolean hasPending(Path attemptFolder) {
    return !bucket.pending().tree(bucket.paths().key(attemptFolder)).isEmpty();
  }

  /**
   * Publishes all that an attempt has sealed, or with {@link Visibility#JOB} leaves it in uploads.
   * After a failure it may be tried again, or aborted.
   */
  public CommittedAttempt commitAttempt(Path attemptFolder) throws IOException {
    String folder = bucket.paths().key(attemptFolder);
    Map<String, FileContent> contents = bucket.pending().contents(folder);
    if (bucket.visibility() == Visibility.JOB) {
      List<PendingUpload> uploads = bucket.pending().detach(folder, bucket.workers());
      List<ManifestEntry> entries =
          uploads.stream()
              .map(
                  each -> entry(each.key(), each.length(), CommittedAttempt.UNKNOWN_ETAG, contents))
              .toList();
      return new CommittedAttempt(entries, uploads);
    }
    List<ObjectInfo> published = bucket.pending().publish(folder, rootKey, bucket.workers());
    return CommittedAttempt.published(
        published.stream()
            .map(object -> entry(object.key(), object.length(), object.etag(), contents))
            .toList());
  }

  private ManifestEntry entry(
      String key, long length, String etag, Map<String, FileContent> contents) {
    String relative = key.substring(ManifestKeys.under(rootKey).length());
    ManifestEntry entry = ManifestEntry.of(relative, length, etag);
    FileContent content = contents.get(key);
    return content == null ? entry : entry.withContent(content.rows(), content.columns());
  }

  /** Drops what an attempt has sealed, and deletes by name what it has published. */
  public void abortAttempt(Path attemptFolder) throws IOException {
    bucket.pending().discard(bucket.paths().key(attemptFolder), bucket.store(), bucket.workers());
  }

  /** Drops what an attempt has committed and its driver surely was not told. */
  public void discard(CommittedAttempt attempt) throws IOException {
    OutputJob.discard(bucket.store(), bucket.workers(), rootKey, attempt);
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
