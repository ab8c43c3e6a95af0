package io.headwater.store.copy;

import io.headwater.store.CopyOptions.Target;
import io.headwater.store.ObjectInfo;
import io.headwater.store.UploadedPart;
import io.headwater.store.content.ByteRange;
import io.headwater.store.exception.PreconditionFailedException;
import java.io.IOException;

/** A backend's requests for copies. Each copies exactly the given version of the source. */
public interface CopyRequests {
  /** Whether an object cannot be copied by one request. */
  boolean needsParts(ObjectInfo source) throws IOException;

  /**
   * The length in bytes of a copy's parts except the last.
   *
   * @param length of the source, in bytes
   */
  long partLength(long length);

  /** The object's current metadata. */
  ObjectInfo head(String key) throws IOException;

  /**
   * Copies an object by one request.
   *
   * @param before what is known of the target
   * @throws PreconditionFailedException if the source was replaced
   */
  ObjectInfo whole(ObjectInfo source, String target, Target before) throws IOException;

  /**
   * Checks after the last range that the source is still the given version, if the store may ignore
   * the condition of {@link #part}.
   *
   * @throws PreconditionFailedException if the source was replaced
   */
  default void requireUnchanged(ObjectInfo source) throws IOException {}

  /**
   * Copies a range into a part of an upload of the target.
   *
   * @throws PreconditionFailedException if the source was replaced
   */
  UploadedPart part(ObjectInfo source, String target, String id, int number, ByteRange range)
      throws IOException;
}
