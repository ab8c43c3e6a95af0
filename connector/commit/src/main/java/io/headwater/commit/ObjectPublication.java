package io.headwater.commit;

import io.headwater.store.ObjectInfo;
import io.headwater.store.ObjectStore;
import io.headwater.store.exception.OutcomeUnknownException;
import io.headwater.store.exception.PreconditionFailedException;
import io.headwater.store.exception.TransientStoreException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Optional;

/** One writer's creation or replacement of an object by a publication. */
record ObjectPublication(ObjectStore store, String key, ExclusivePut.Publication publication) {

  /** Publishes the object on a store that itself refuses a second writer. */
  ObjectInfo publish() throws IOException {
    try {
      return publication.publish();
    } catch (PreconditionFailedException refused) {
      throw new ConcurrentCommitException(
          place() + " was written by another writer; this writer changed nothing", refused);
    } catch (OutcomeUnknownException e) {
      return published(e);
    }
  }

  private ObjectInfo published(OutcomeUnknownException failure) throws CommitStateUnknownException {
    Optional<ObjectInfo> found;
    try {
      found = publication.published();
    } catch (IOException e) {
      failure.addSuppressed(e);
      throw unknown(failure);
    }
    return found.orElseThrow(() -> unknown(failure));
  }

  /** Publishes the object under a claim, which is renewed until then. */
  Replacement.Sent publish(Claim claim, Lease lease) throws IOException {
    try (ClaimRenewal renewal = ClaimRenewal.begin(claim, lease)) {
      ObjectInfo object = publish();
      if (claim.isOutdated()) {
        throw unknown(new IOException(claim.key() + " could not be renewed", renewal.failure()));
      }
      return new Replacement.Sent(object, false);
    } catch (TransientStoreException e) {
      throw e.mayHaveBeenApplied() ? unknown(e) : e;
    } catch (InterruptedIOException e) {
      throw unknown(e);
    }
  }

  private CommitStateUnknownException unknown(IOException failure) {
    return new CommitStateUnknownException(
        "it is not known whether this writer wrote "
            + place()
            + "; nothing was deleted. Compare it with what was to be written: "
            + failure.getMessage(),
        failure);
  }

  private String place() {
    return store.name() + "/" + key;
  }
}
