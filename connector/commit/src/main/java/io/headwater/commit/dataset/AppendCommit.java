package io.headwater.commit.dataset;

import io.headwater.commit.CommitStateUnknownException;
import io.headwater.commit.ConcurrentCommitException;
import io.headwater.commit.manifest.Manifest;
import io.headwater.commit.manifest.ManifestKeys;
import io.headwater.commit.manifest.ManifestWriter;
import io.headwater.store.Capability;
import io.headwater.store.ObjectInfo;
import io.headwater.store.ObjectStore;
import io.headwater.store.PutOptions;
import io.headwater.store.content.Content;
import io.headwater.store.exception.ObjectNotFoundException;
import io.headwater.store.exception.StoreUnreachableException;
import io.headwater.store.exception.ThrottledException;
import io.headwater.store.exception.TransientStoreException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Commits what a job adds. It writes a delta manifest, which is independent of concurrent commits,
 * or the base manifest of a new dataset.
 *
 * <p>Before: the entries' objects exist. After: one more manifest exists.
 */
final class AppendCommit {
  private final ObjectStore store;
  private final DatasetReader reader;
  private final DatasetJob.Draft draft;

  AppendCommit(ObjectStore store, DatasetReader reader, DatasetJob.Draft draft) {
    this.store = store;
    this.reader = reader;
    this.draft = draft;
  }

  /**
   * @param likelyNew whether to try the base before any check
   */
  CleanUp commit(boolean likelyNew) throws IOException {
    if (likelyNew || !reader.exists(draft.root())) {
      try {
        return new OverwriteCommit(store, reader, draft, Set.of()).commit(BaseSnapshot.NOTHING);
      } catch (ConcurrentCommitException e) {
        // A dataset exists: this job adds to it.
      }
    }
    writeDelta(Manifest.FIRST_FORMAT, Set.of());
    return CleanUp.of(store, List.of());
  }

  /** Commits a user's change by path: adds the written objects and removes entries. */
  void change(Set<Manifest.Removed> removed) throws IOException {
    writeDelta(Manifest.FORMAT, removed);
  }

  private void writeDelta(int format, Set<Manifest.Removed> removed) throws IOException {
    String id = DatasetJob.newId(draft.job());
    Manifest delta =
        new Manifest(
            format,
            Manifest.Kind.DELTA,
            id,
            draft.tag(),
            draft.job(),
            Instant.now(),
            Optional.empty(),
            Set.of(),
            List.of(),
            removed,
            draft.summary(),
            draft.written().stream().map(entry -> entry.addedBy(id)).toList());
    if (!store.capabilities().contains(Capability.CONSISTENT_LISTING)) {
      // Written before the delta, because after the delta nothing may fail the job.
      new LaggingListings(store).hint(draft.root(), id);
    }
    reader.note(put(ManifestKeys.delta(draft.root(), id), delta), delta);
  }

  /**
   * The key is unique to the job. Therefore the PUT may be repeated, and an object there is the
   * job's.
   */
  private ObjectInfo put(String key, Manifest delta) throws IOException {
    Content document = ManifestWriter.document(delta, draft.root());
    try {
      return store.put(key, document, PutOptions.OVERWRITE);
    } catch (ThrottledException | StoreUnreachableException e) {
      throw e; // Certainly not applied.
    } catch (TransientStoreException | InterruptedIOException e) {
      return writtenObject(key, e);
    }
  }

  private ObjectInfo writtenObject(String key, IOException cause) throws IOException {
    IOException unread;
    try {
      return store.head(key);
    } catch (ObjectNotFoundException e) {
      unread = e;
    } catch (IOException e) {
      unread = e;
    }
    CommitStateUnknownException unknown =
        new CommitStateUnknownException(
            "it is not known whether "
                + store.name()
                + "/"
                + key
                + " was written. It commits job "
                + draft.job().id()
                + ". The response was lost, and a HEAD does not find it ("
                + unread.getMessage()
                + "). Nothing was deleted. Check whether the object exists before you run "
                + "the job again",
            cause);
    unknown.addSuppressed(unread);
    throw unknown;
  }
}
