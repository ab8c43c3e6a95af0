package io.headwater.store;

import io.headwater.store.content.Content;
import io.headwater.store.storlet.StorletAnswer;
import io.headwater.store.storlet.StorletCall;
import io.headwater.store.storlet.StorletFailedException;
import io.headwater.store.storlet.StorletRefusedException;
import io.headwater.store.storlet.StorletsUnsupportedException;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * One bucket (S3) or container (Swift) of an object store. This interface separates code that knows
 * datasets or file systems from code that knows a store's protocol.
 *
 * <p>Keys are the object's full name, without a leading slash, 1 to 1024 bytes of UTF-8. Lengths
 * and offsets are in bytes. Every method blocks and may be called by any number of threads. It
 * fails with a {@code StoreException} whose class indicates the cause. An implementation sends each
 * request once. Layers around it add retries, throttling, metering and fault injection.
 */
public interface ObjectStore extends Closeable {
  /** The most keys in one bulk delete request (S3's DeleteObjects limit). */
  int BULK_DELETE_LIMIT = 1000;

  /** The most keys in one listing page (S3's ListObjectsV2 limit). */
  int LIST_PAGE_LIMIT = 1000;

  /**
   * The store's name for errors and logs, for example {@code s3://bucket}. Never contains a secret.
   */
  String name();

  /**
   * What this store can do beyond the core. Needs no request. Conditions that the store was found
   * not to honour are missing.
   */
  Set<Capability> capabilities();

  /**
   * The same after finding out which conditions the store honours. That is known from the start, or
   * takes a few requests once in a process.
   *
   * @param near the key of an object that is about to be written; a temporary one may be next to it
   */
  default Set<Capability> verifiedCapabilities(String near) throws IOException {
    return capabilities();
  }

  /**
   * Length, ETag, time and user metadata of an object.
   *
   * @throws ObjectNotFoundException if no object exists under that key
   */
  ObjectInfo head(String key) throws IOException;

  /**
   * An object's bytes, or a range of them, with its {@link ObjectInfo}, by one request. The caller
   * closes the body.
   *
   * @throws ObjectNotFoundException if no object exists under that key
   * @throws RangeNotSatisfiableException if the range begins at or after the object's end
   * @throws PreconditionFailedException if the object's ETag is not the requested one
   */
  ObjectBody get(String key, GetOptions options) throws IOException;

  /**
   * The output of the store's storlets for an object, by one request. The caller closes the
   * response.
   *
   * @throws ObjectNotFoundException if no object exists under that key
   * @throws PreconditionFailedException if the object's ETag is not the requested one
   * @throws StorletRefusedException if the store has storlets and does not run these
   * @throws StorletFailedException if one failed; reading the response may throw it later
   * @throws StorletsUnsupportedException if the store has no storlets
   * @throws UnsupportedOperationException without {@link Capability#STORLETS}
   */
  default StorletAnswer run(String key, StorletCall call) throws IOException {
    throw new UnsupportedOperationException(name() + " runs no storlets");
  }

  /**
   * Creates or replaces an object atomically: a reader sees the old object or the new one.
   *
   * @throws PreconditionFailedException if the condition of the options' {@link PutMode} is false
   */
  ObjectInfo put(String key, Content content, PutOptions options) throws IOException;

  /**
   * Starts to write an object of unknown length.
   *
   * @return empty if the store's limit of open streams is reached; the caller must then buffer the
   *     object until its length is known
   * @throws UnsupportedOperationException without {@link Capability#STREAMED_PUT}
   */
  Optional<ObjectStream> stream(String key, StreamOptions options) throws IOException;

  /**
   * Copies an object of any length inside the store, with its metadata.
   *
   * @return the copy; without metadata if the known source has none, as in a listing
   * @throws ObjectNotFoundException if the source does not exist
   * @throws PreconditionFailedException if the target exists and the options do not allow that
   */
  ObjectInfo copy(String source, String target, CopyOptions options) throws IOException;

  /** Copies an object without knowledge of source or target. */
  default ObjectInfo copy(String source, String target) throws IOException {
    return copy(source, target, CopyOptions.UNSEEN);
  }

  /** Deletes an object. Deleting a missing object is no error. */
  void delete(String key) throws IOException;

  /**
   * Deletes any number of objects, in as few requests as the store allows.
   *
   * @return the keys that could not be deleted, each with the reason, or empty on success
   */
  List<DeleteFailure> deleteAll(List<String> keys) throws IOException;

  /** One page of a listing, in ascending order of the keys' UTF-8 bytes. */
  ListPage list(ListOptions options) throws IOException;

  /**
   * Uploads of one object in several parts.
   *
   * @throws UnsupportedOperationException without {@link Capability#MULTIPART_UPLOAD}
   */
  MultipartUploads uploads();

  /** Releases connections and threads. Pending uploads remain. */
  @Override
  void close() throws IOException;
}
