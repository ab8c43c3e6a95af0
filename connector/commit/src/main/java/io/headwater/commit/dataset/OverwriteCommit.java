package io.headwater.commit.dataset;

import io.headwater.commit.ConcurrentCommitException;
import io.headwater.commit.ExclusivePut;
import io.headwater.commit.manifest.Manifest;
import io.headwater.commit.manifest.ManifestKeys;
import io.headwater.store.Capability;
import io.headwater.store.ObjectInfo;
import io.headwater.store.ObjectStore;
import io.headwater.store.retry.RetryPolicy;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Commits a new base in place of the one that the job saw at its setup.
 *
 * <p>Before: the entries' objects exist. After: the base contains the old entries outside the
 * replaced folders, and the job's entries. If another job meanwhile changed other folders, the base
 * is computed again from that job's base. If it changed the same folders, this job fails and the
 * other job's dataset stays.
 */
final class OverwriteCommit {
  private final ObjectStore store;
  private final DatasetReader reader;
  private final DatasetJob.Draft draft;
  private final Set<String> folders;

  /**
   * @param folders below the root, each with a final slash, or none to create a dataset
   */
  OverwriteCommit(
      ObjectStore store, DatasetReader reader, DatasetJob.Draft draft, Set<String> folders) {
    this.store = store;
    this.reader = reader;
    this.draft = draft;
    this.folders = Set.copyOf(folders);
  }

  /**
   * @param begin the base at the job's setup
   */
  CleanUp commit(BaseSnapshot begin) throws IOException {
    String id = DatasetJob.newId(draft.job());
    BaseSnapshot seen = begin;
    for (int attempts = 1; ; attempts++) {
      BaseManifestBuilder base = new BaseManifestBuilder(store, reader, draft, folders, seen, id);
      try {
        return cleanUp(base, seen, write(base, seen, id));
      } catch (ConcurrentCommitException e) {
        BaseSnapshot now = reader.readBase(draft.root());
        boolean unaffected = !folders.isEmpty() && now.isSameBelow(folders, begin);
        if (!unaffected
            || now.etag().equals(seen.etag())
            || !RetryPolicy.OVERWRITE.permits(attempts)) {
          throw conflict(e);
        }
        seen = now;
      }
    }
  }

  private ExclusivePut.Written write(BaseManifestBuilder base, BaseSnapshot seen, String id)
      throws IOException {
    ExclusivePut.Written written =
        ExclusivePut.at(store).put(ManifestKeys.base(draft.root()), base, seen.etag(), id);
    reader.note(written.object(), base.manifest());
    return written;
  }

  private ConcurrentCommitException conflict(ConcurrentCommitException cause) {
    return new ConcurrentCommitException(
        "another job wrote "
            + store.name()
            + "/"
            + draft.root()
            + " at the same time as job "
            + draft.job().id()
            + ", which changed nothing. Run it again if its output should replace the other job's: "
            + cause.getMessage(),
        cause);
  }

  /**
   * The claim of a creator under {@code If-None-Match} may remain, because the base shows that it
   * is settled. Any other claim would delay the next writer.
   */
  private CleanUp cleanUp(
      BaseManifestBuilder base, BaseSnapshot seen, ExclusivePut.Written written) {
    List<String> keys = new ArrayList<>(base.replacedKeys());
    boolean settled =
        seen.object().isEmpty() && store.capabilities().contains(Capability.CREATE_IF_ABSENT);
    if (!settled || !keys.isEmpty()) {
      keys.addAll(written.leftovers());
    }
    CleanUp cleanUp = CleanUp.of(store, keys);
    return base.replacesEntries() ? cleanUp.sparing(() -> reader.read(draft.root())) : cleanUp;
  }

  /** The listed object as an exclusion. */
  static Manifest.Excluded excluded(String root, ObjectInfo object) {
    String relative = object.key().substring(ManifestKeys.under(root).length());
    return new Manifest.Excluded(relative, object.etag(), object.lastModified());
  }
}
