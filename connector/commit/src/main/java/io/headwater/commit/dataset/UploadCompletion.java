package io.headwater.commit.dataset;

import io.headwater.commit.CommitStateUnknownException;
import io.headwater.store.ObjectInfo;
import io.headwater.store.ObjectStore;
import io.headwater.store.PutMode;
import io.headwater.store.PutOptions;
import io.headwater.store.concurrent.WorkerPool;
import io.headwater.store.content.Content;
import io.headwater.store.exception.Failures;
import io.headwater.store.exception.ObjectNotFoundException;
import io.headwater.store.exception.OutcomeUnknownException;
import io.headwater.store.exception.UploadNotFoundException;
import io.headwater.store.upload.PendingUpload;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Completes the uploads that a job's attempts left, concurrently. Either all become visible, or all
 * completed objects are deleted.
 *
 * <p>Before: nothing is visible. After {@link #complete}: every object exists. After a failure: no
 * object exists. Exception: after a {@link CommitStateUnknownException} nothing was deleted.
 *
 * <p>Each key is unique to one attempt. An object of the right length under it is therefore this
 * upload, whoever completed it.
 */
final class UploadCompletion {
  private final ObjectStore store;
  private final WorkerPool workers;
  private final List<PendingUpload> uploads;
  private final Map<String, ObjectInfo> completed = new ConcurrentHashMap<>();
  private final Map<String, IOException> refused = new ConcurrentHashMap<>();
  private final Map<String, IOException> unknown = new ConcurrentHashMap<>();

  UploadCompletion(ObjectStore store, WorkerPool workers, List<PendingUpload> uploads) {
    this.store = store;
    this.workers = workers;
    this.uploads = uploads;
  }

  /** The objects by key. */
  Map<String, ObjectInfo> complete() throws IOException {
    IOException interruption = null;
    try {
      workers.forEach(uploads, this::complete);
    } catch (IOException e) {
      interruption = e; // Failures are recorded, so this is an interrupt of the caller's thread.
    }
    if (!unknown.isEmpty()) {
      throw unknown();
    }
    if (completed.size() < uploads.size()) {
      IOException cause = interruption == null ? refused.values().iterator().next() : interruption;
      undo();
      throw cause;
    }
    return completed;
  }

  private void complete(PendingUpload upload) {
    String key = upload.key();
    try {
      completed.put(key, made(upload));
    } catch (IOException e) {
      (Failures.mayHaveBeenApplied(e) ? unknown : refused).put(key, e);
    }
  }

  private ObjectInfo made(PendingUpload upload) throws IOException {
    try {
      return upload.isEmpty()
          ? store.put(upload.key(), Content.empty(), PutOptions.OVERWRITE)
          : store
              .uploads()
              .complete(upload.key(), upload.uploadId(), upload.parts(), PutMode.OVERWRITE);
    } catch (IOException e) {
      if (!(e instanceof UploadNotFoundException) && !Failures.mayHaveBeenApplied(e)) {
        throw e;
      }
      return existing(upload, e);
    }
  }

  /** The object, if it exists after a failure with an unknown outcome. */
  private ObjectInfo existing(PendingUpload upload, IOException failure) throws IOException {
    try {
      ObjectInfo object = store.head(upload.key());
      if (object.length() == upload.length()) {
        return object;
      }
    } catch (ObjectNotFoundException e) {
      failure.addSuppressed(e);
    } catch (IOException e) {
      throw new OutcomeUnknownException(
          store.name() + "/" + upload.key() + " could not be read by HEAD: " + e.getMessage(),
          failure);
    }
    throw failure;
  }

  private CommitStateUnknownException unknown() {
    Map.Entry<String, IOException> first = unknown.entrySet().iterator().next();
    return new CommitStateUnknownException(
        "it is not known whether "
            + unknown.size()
            + " of the job's "
            + uploads.size()
            + " uploads were completed, for example that of "
            + store.name()
            + "/"
            + first.getKey()
            + " ("
            + first.getValue().getMessage()
            + "). No manifest was written and nothing was deleted. The dataset is "
            + "unchanged. `headwater sweep` deletes the completed objects",
        first.getValue());
  }

  private void undo() throws IOException {
    List<PendingUpload> left =
        uploads.stream().filter(upload -> !completed.containsKey(upload.key())).toList();
    new DroppedUploads(store, workers).drop(left);
    CleanUp.of(store, new ArrayList<>(completed.keySet())).run();
  }
}
