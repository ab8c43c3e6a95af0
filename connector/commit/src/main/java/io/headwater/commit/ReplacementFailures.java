package io.headwater.commit;

import io.headwater.store.ObjectInfo;
import java.io.IOException;
import java.util.Optional;

/**
 * The exceptions for a writer that did not replace an object, or does not know whether it did.
 *
 * @param place the object's name
 * @param id the writer's id
 * @param hasSeen whether the writer saw an object there to replace
 */
record ReplacementFailures(String place, String id, boolean hasSeen) {
  private static final String ADVICE =
      "; this writer changed nothing. Read it again, then decide whether to write again";

  /** Another writer changed the object. */
  ConcurrentCommitException conflict(Optional<ObjectInfo> existing, IOException cause) {
    return new ConcurrentCommitException(place + " " + change(existing) + ADVICE, cause);
  }

  /** The same if the object could not be read afterwards. */
  ConcurrentCommitException unreadConflict(IOException cause) {
    return new ConcurrentCommitException(place + " was changed by another writer" + ADVICE, cause);
  }

  /** It is unknown which writer wrote the current object. */
  CommitStateUnknownException unknown(Optional<ObjectInfo> existing, IOException cause) {
    return unknown(change(existing), cause);
  }

  /** The same with a description of the current object. */
  CommitStateUnknownException unknown(String now, IOException cause) {
    return new CommitStateUnknownException(
        "it is not known whether writer "
            + id
            + " replaced "
            + place
            + ", which afterwards "
            + now
            + "; nothing was deleted. It did if the object's user metadata "
            + Replacement.WRITER
            + " is this id: "
            + cause.getMessage(),
        cause);
  }

  private String change(Optional<ObjectInfo> existing) {
    return existing
        .map(
            object ->
                "was written by "
                    + writer(object)
                    + " at "
                    + object.lastModified()
                    + (hasSeen ? " after it was seen" : ""))
        .orElse("was " + (hasSeen ? "deleted" : "changed") + " by another writer");
  }

  private static String writer(ObjectInfo object) {
    String writer = object.metadata().get(Replacement.WRITER);
    return writer == null ? "another program" : "writer " + writer;
  }
}
