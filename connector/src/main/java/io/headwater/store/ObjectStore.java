package io.headwater.store;

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
 * One bucket (S3) or container (Swift) of an object store: the seam between everything that knows
 * about datasets or file systems and everything that knows about a store's protocol.
 *
 * <p>Keys are the object's whole name, without a leading slash, 1 to 1024 bytes of UTF-8. Lengths
 * and offsets are in bytes. Every method blocks, may be called by any number of threads, and fails
 * with a {@link StoreException} whose class says what happened. An implementation sends a request
 * once: retrying, throttling, metering and fault injection are layers around it.
 */
public interface ObjectStore extends Closeable {
  /** The most keys that one bulk delete request takes (S3's DeleteObjects limit). */
  int BULK_DELETE_LIMIT = 1000;

  /** The most keys of one listing page (S3's ListObjectsV2 limit). */
  int LIST_PAGE_LIMIT = 1000;

  /** The store's name for errors and logs, e.g. {@code s3://bucket}; never holds a secret. */
  String name();

  /** What this store can do beyond the core; does not change and asks nothing of the store. */
  Set<Capability> capabilities();

  /**
   * Length, ETag, time and user metadata of an object.
   *
   * @throws ObjectNotFoundException if there is none by that key
   */
  ObjectInfo head(String key) throws IOException;

  /**
   * An object's bytes, or a range of them, with its {@link ObjectInfo}, by one request. The caller
   * closes the body.
   *
   * @throws ObjectNotFoundException if there is none by that key
   * @throws RangeNotSatisfiableException if the range begins at or after the object's end
   * @throws PreconditionFailedException if the object's ETag is not the one asked for
   */
  ObjectBody get(String key, GetOptions options) throws IOException;

  /**
   * What storlets of the store answer for an object, by one request. The caller closes the answer.
   *
   * @throws ObjectNotFoundException if there is none by that key
   * @throws PreconditionFailedException if the object's ETag is not the one asked for
   * @throws StorletRefusedException if the store has storlets and does not run these
   * @throws StorletFailedException if one failed; reading the answer may tell it later
   * @throws StorletsUnsupportedException if the store has none
   * @throws UnsupportedOperationException without {@link Capability#STORLETS}
   */
  default StorletAnswer run(String key, StorletCall call) throws IOException {
    throw new UnsupportedOperationException(name() + " runs no storlets");
  }

  /**
   * Creates or replaces an object whole: a reader sees the old object or the new one.
   *
   * @throws PreconditionFailedException if the options' {@link PutMode} does not hold
   */
  ObjectInfo put(String key, Content content, PutOptions options) throws IOException;

  /**
   * Begins to write an object whose length is not known.
   *
   * @return nothing if as many streams are open as the store bears: the object has to wait here
   *     until its length is known
   * @throws UnsupportedOperationException without {@link Capability#STREAMED_PUT}
   */
  Optional<ObjectStream> stream(String key, StreamOptions options) throws IOException;

  /**
   * Copies an object inside the store, metadata included, of any length.
   *
   * @return the copy; without metadata if the source was seen without, as in a listing
   * @throws ObjectNotFoundException if there is no source
   * @throws PreconditionFailedException if the target exists and the options do not allow that
   */
  ObjectInfo copy(String source, String target, CopyOptions options) throws IOException;

  /** Copies an object of which nothing is known. */
  default ObjectInfo copy(String source, String target) throws IOException {
    return copy(source, target, CopyOptions.UNSEEN);
  }

  /** Deletes an object; deleting one that is not there is no error. */
  void delete(String key) throws IOException;

  /**
   * Deletes any number of objects, in as few requests as the store allows.
   *
   * @return the keys that could not be deleted, each with the reason; empty when all are gone
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

  /** Releases connections and threads; pending uploads stay as they are. */
  @Override
  void close() throws IOException;
}
