package io.headwater.commit.dataset;

import io.headwater.store.ObjectStore;
import io.headwater.store.concurrent.WorkerPool;
import io.headwater.store.upload.PendingUpload;
import java.io.IOException;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Aborts uploads that no job will complete. A failure is logged and fails nothing. */
record DroppedUploads(ObjectStore store, WorkerPool workers) {
  private static final Logger LOG = LoggerFactory.getLogger(DroppedUploads.class);

  void drop(List<PendingUpload> uploads) throws IOException {
    List<PendingUpload> begun = uploads.stream().filter(each -> !each.isEmpty()).toList();
    WorkerPool.uninterrupted(
        () -> workers.forEach(begun, each -> drop(each.key(), each.uploadId())));
  }

  void drop(String key, String uploadId) {
    try {
      store.uploads().abort(key, uploadId);
    } catch (IOException e) {
      LOG.warn(
          "{}/{}: upload {} was not aborted. `headwater sweep` aborts it",
          store.name(),
          key,
          uploadId,
          e);
    }
  }
}
