package io.headwater.commit.dataset;

import io.headwater.commit.manifest.GovernedName;
import io.headwater.commit.manifest.ManifestKeys;
import io.headwater.store.ObjectStore;
import io.headwater.store.UploadListOptions;
import io.headwater.store.UploadPage;
import io.headwater.store.concurrent.WorkerPool;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The orphaned uploads of one job: those of attempts that died or that the driver did not commit.
 * Their names contain the job, so that no other job's uploads are aborted.
 */
public final class OrphanedUploads {
  private static final Logger LOG = LoggerFactory.getLogger(OrphanedUploads.class);

  private final ObjectStore store;
  private final WorkerPool workers;
  private final String root;
  private final GovernedName name;

  /**
   * The uploads of a job at a root.
   *
   * @param root the dataset's key
   * @param job the job's id
   */
  public OrphanedUploads(ObjectStore store, WorkerPool workers, String root, String job) {
    this.store = store;
    this.workers = workers;
    this.root = root;
    this.name = new GovernedName(GovernedName.tagOf(root), job);
  }

  /** Aborts them after the end of the job. A failure is logged and does no harm. */
  void drop() {
    try {
      DroppedUploads dropped = new DroppedUploads(store, workers);
      WorkerPool.uninterrupted(
          () -> workers.forEach(list(), each -> dropped.drop(each.key(), each.uploadId())));
    } catch (IOException e) {
      LOG.warn(
          "{}/{}: the uploads of job {} were not aborted. `headwater sweep` aborts them",
          store.name(),
          root,
          name.job(),
          e);
    }
  }

  private List<UploadPage.PendingUpload> list() throws IOException {
    List<UploadPage.PendingUpload> found = new ArrayList<>();
    UploadListOptions options = UploadListOptions.under(ManifestKeys.under(root));
    Optional<String> next;
    do {
      UploadPage page = store.uploads().list(options);
      page.uploads().stream()
          .filter(each -> GovernedName.parse(each.key()).filter(name::equals).isPresent())
          .forEach(found::add);
      next = page.next();
      options = next.map(options::after).orElse(options);
    } while (next.isPresent());
    return found;
  }
}
