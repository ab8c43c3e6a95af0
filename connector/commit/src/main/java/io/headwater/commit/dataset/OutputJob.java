package io.headwater.commit.dataset;

import io.headwater.commit.CommitStateUnknownException;
import io.headwater.commit.manifest.CommittedAttempt;
import io.headwater.commit.manifest.ManifestEntry;
import io.headwater.commit.manifest.ManifestKeys;
import io.headwater.store.ObjectInfo;
import io.headwater.store.ObjectStore;
import io.headwater.store.concurrent.WorkerPool;
import io.headwater.store.upload.PendingUpload;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A {@link DatasetJob} whose attempts may leave uploads. It completes them before it writes the
 * manifest (protocol/PROTOCOL.md, section 6, early visibility).
 */
public final class OutputJob {
  private final ObjectStore store;
  private final WorkerPool workers;
  private final String root;
  private final DatasetJob dataset;
  private final Optional<OrphanedUploads> left;
  private boolean completed;
  private boolean completionUnknown;

  /**
   * A job at a root.
   *
   * @param root the dataset's key
   * @param dataset the same job, not yet set up
   * @param left empty if attempts leave no uploads
   */
  public OutputJob(
      ObjectStore store,
      WorkerPool workers,
      String root,
      DatasetJob dataset,
      Optional<OrphanedUploads> left) {
    this.store = store;
    this.workers = workers;
    this.root = root;
    this.dataset = dataset;
    this.left = left;
  }

  /** See {@link DatasetJob#setUp}. */
  public void setUp() throws IOException {
    dataset.setUp();
  }

  /** See {@link DatasetJob#expectNothing}. */
  public void expectNothing() {
    dataset.expectNothing();
  }

  /** The known state of the commit. */
  public synchronized DatasetJob.Outcome outcome() {
    return completionUnknown ? DatasetJob.Outcome.UNKNOWN : dataset.outcome();
  }

  /**
   * Completes the uploads and commits all files to the dataset atomically.
   *
   * @param attempts one of each task
   * @throws CommitStateUnknownException if it is unknown what was applied
   */
  public synchronized void commit(List<CommittedAttempt> attempts) throws IOException {
    List<ManifestEntry> entries =
        dataset.outcome() == DatasetJob.Outcome.OPEN ? complete(attempts) : entries(attempts);
    dataset.commit(entries, attempts.stream().mapToLong(CommittedAttempt::requests).sum());
    left.ifPresent(OrphanedUploads::drop);
  }

  private List<ManifestEntry> complete(List<CommittedAttempt> attempts) throws IOException {
    List<PendingUpload> uploads = uploads(attempts);
    if (uploads.isEmpty()) {
      return entries(attempts);
    }
    try {
      Map<String, ObjectInfo> objects = new UploadCompletion(store, workers, uploads).complete();
      completed = true;
      return entries(attempts).stream().map(entry -> withEtag(entry, objects)).toList();
    } catch (IOException e) {
      completionUnknown = e instanceof CommitStateUnknownException;
      dataset.abort(List.of());
      throw e;
    }
  }

  private ManifestEntry withEtag(ManifestEntry entry, Map<String, ObjectInfo> objects) {
    ObjectInfo object = objects.get(ManifestKeys.under(root) + entry.key());
    return object == null ? entry : entry.withEtag(object.etag());
  }

  /**
   * Aborts the uploads and deletes, by name, the objects that attempts reported as published,
   * unless the job is or may be committed.
   */
  public synchronized void abort(List<CommittedAttempt> reported) throws IOException {
    DatasetJob.Outcome known = outcome();
    if (known == DatasetJob.Outcome.COMMITTED || known == DatasetJob.Outcome.UNKNOWN) {
      return;
    }
    new DroppedUploads(store, workers).drop(uploads(reported));
    dataset.abort(
        entries(reported).stream().filter(entry -> completed || isPublished(entry)).toList());
    left.ifPresent(OrphanedUploads::drop);
  }

  /**
   * Discards an attempt that was not reported to a driver: its uploads and, by name, its published
   * objects.
   */
  public static void discard(
      ObjectStore store, WorkerPool workers, String root, CommittedAttempt attempt)
      throws IOException {
    new DroppedUploads(store, workers).drop(attempt.uploads());
    List<String> keys =
        attempt.entries().stream()
            .filter(OutputJob::isPublished)
            .map(entry -> ManifestKeys.under(root) + entry.key())
            .toList();
    CleanUp.of(store, keys).run();
  }

  private static boolean isPublished(ManifestEntry entry) {
    return !entry.etag().equals(CommittedAttempt.UNKNOWN_ETAG);
  }

  private static List<ManifestEntry> entries(List<CommittedAttempt> attempts) {
    return attempts.stream().flatMap(attempt -> attempt.entries().stream()).toList();
  }

  private static List<PendingUpload> uploads(List<CommittedAttempt> attempts) {
    return attempts.stream().flatMap(attempt -> attempt.uploads().stream()).toList();
  }
}
