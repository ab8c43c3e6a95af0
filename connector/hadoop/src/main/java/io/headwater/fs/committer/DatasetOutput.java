package io.headwater.fs.committer;

import io.headwater.commit.dataset.DatasetJob;
import io.headwater.commit.dataset.DatasetState;
import io.headwater.commit.dataset.OrphanedUploads;
import io.headwater.commit.dataset.OutputJob;
import io.headwater.commit.dataset.Overwrite;
import io.headwater.commit.dataset.TaskManifests;
import io.headwater.commit.manifest.CommittedAttempt;
import io.headwater.commit.manifest.FileContent;
import io.headwater.commit.manifest.GovernedName;
import io.headwater.commit.manifest.ManifestEntry;
import io.headwater.commit.manifest.ManifestJob;
import io.headwater.commit.manifest.ManifestKeys;
import io.headwater.fs.bucket.Bucket;
import io.headwater.fs.config.Visibility;
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
 * The interface of Hadoop's and Spark's committers for a dataset that commits by manifest. It
 * specifies where attempts write, and commits or aborts their output.
 */
public final class DatasetOutput {
  private final CommitContext context;
  private final Bucket bucket;
  private final Path root;
  private final String rootKey;
  private final Configuration configuration;

  private DatasetOutput(CommitContext context, Path root, Configuration configuration) {
    this.context = context;
    this.bucket = context.bucket();
    this.root = root;
    this.configuration = configuration;
    this.rootKey = bucket.paths().key(root);
  }

  /**
   * The output at a path, if the path is on a Headwater file system with {@code
   * fs.headwater.commit.manifest} enabled.
   */
  public static Optional<DatasetOutput> at(Path path, Configuration configuration)
      throws IOException {
    FileSystem fileSystem = path.getFileSystem(configuration);
    if (!(fileSystem instanceof DatasetFileSystem ours)) {
      return Optional.empty();
    }
    Path root = fileSystem.makeQualified(path);
    return ours.commits()
        .filter(found -> !isTemporary(found.bucket(), root))
        .map(found -> new DatasetOutput(found, root, configuration));
  }

  private static boolean isTemporary(Bucket bucket, Path path) {
    return bucket.pending().temporary(bucket.paths().key(path)).isPresent();
  }

  /** The dataset's root, qualified. */
  public Path root() {
    return root;
  }

  /** The configuration of this output. */
  public Configuration configuration() {
    return configuration;
  }

  /**
   * Whether its program looked for the output and found nothing, since a moment of {@link
   * System#nanoTime}.
   */
  public boolean wasMissingSince(long moment) {
    return context.missing().wasMissingSince(rootKey, moment);
  }

  /** The driver's side of a job that writes here. */
  public OutputJob job(ManifestJob job, Overwrite overwrite) {
    ObjectStore commits = bucket.commits();
    DatasetJob made =
        new DatasetJob(commits, bucket.datasets().by(commits), rootKey, job, overwrite);
    Optional<OrphanedUploads> left =
        context.visibility() == Visibility.JOB
            ? Optional.of(new OrphanedUploads(bucket.store(), bucket.workers(), rootKey, job.id()))
            : Optional.empty();
    return new OutputJob(bucket.store(), bucket.workers(), rootKey, made, left);
  }

  /**
   * The folder in which an attempt creates its files, so that closing seals them.
   *
   * @param job the job's id
   * @param task the task's number
   * @param attempt a number that is unique in the job
   */
  public Path attemptFolder(String job, int task, long attempt) {
    return folderOf(GovernedName.attempt(rootKey, job, task, attempt));
  }

  /**
   * The same for a job that numbers tasks of several kinds from 0.
   *
   * @param task the kind's letter, an underscore and the number, such as {@code r_000003}
   * @param attempt a number that is unique in the task
   */
  public Path attemptFolder(String job, String task, long attempt) {
    return folderOf(GovernedName.attempt(rootKey, job, task, attempt));
  }

  /**
   * Hadoop's FileOutputCommitter keeps an attempt below {@code _temporary/APP/_temporary/}, where
   * APP is the number of the application's attempt. With the same path, {@link
   * io.headwater.commit.attempt.TemporaryKey} recognises both committers. APP is always 0, because
   * the attempt's name is unique.
   */
  private Path folderOf(String attempt) {
    return new Path(root, "_temporary/0/_temporary/" + attempt);
  }

  /** The reports of a job's tasks to a driver in another process. */
  public TaskManifests taskManifests(String job) {
    return new TaskManifests(bucket.store(), bucket.workers(), rootKey, job);
  }

  /** Whether listings are consistent, which {@link TaskManifests} needs. */
  public boolean listsAtOnce() {
    return bucket.store().capabilities().contains(Capability.CONSISTENT_LISTING);
  }

  /** The current state of the dataset. */
  DatasetState state() throws IOException {
    return bucket.datasets().read(rootKey);
  }

  /** Whether an attempt has uncommitted output. */
  public boolean hasPending(Path attemptFolder) {
    return !bucket.pending().tree(bucket.paths().key(attemptFolder)).isEmpty();
  }

  /**
   * Publishes all sealed files of an attempt or, with {@link Visibility#JOB}, leaves them in
   * uploads. After a failure it may be retried or aborted.
   */
  public CommittedAttempt commitAttempt(Path attemptFolder) throws IOException {
    String folder = bucket.paths().key(attemptFolder);
    Map<String, FileContent> contents = bucket.pending().contents(folder);
    if (context.visibility() == Visibility.JOB) {
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

  /** Drops an attempt's sealed files, and deletes its published files by name. */
  public void abortAttempt(Path attemptFolder) throws IOException {
    bucket.pending().discard(bucket.paths().key(attemptFolder), bucket.store(), bucket.workers());
  }

  /**
   * Drops an attempt's committed files, if the attempt was certainly not reported to its driver.
   */
  public void discard(CommittedAttempt attempt) throws IOException {
    OutputJob.discard(bucket.store(), bucket.workers(), rootKey, attempt);
  }

  /** The path as a folder of this dataset, with a final slash, or empty if it is outside. */
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
