package io.headwater.fs.write;

import io.headwater.commit.ClaimLock;
import io.headwater.commit.ConcurrentCommitException;
import io.headwater.commit.ExclusivePut;
import io.headwater.commit.ExclusivePut.Publication;
import io.headwater.commit.ExclusivePut.Written;
import io.headwater.commit.Lease;
import io.headwater.fs.bucket.Bucket;
import io.headwater.store.Capability;
import io.headwater.store.DeleteFailure;
import io.headwater.store.ObjectInfo;
import io.headwater.store.PutMode;
import io.headwater.store.content.Content;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates or replaces files exclusively: exactly one of any number of racing writers succeeds,
 * whether it writes, copies or renames. The store's conditions arbitrate if they are atomic.
 * Otherwise claims do.
 */
public final class ExclusiveFiles {
  private static final Logger LOG = LoggerFactory.getLogger(ExclusiveFiles.class);

  /** Distinguishes the claims of a lock from the claims of the object's writers. */
  private static final String LOCK = ".lock";

  private final Bucket bucket;
  private final Lease lease;

  public ExclusiveFiles(Bucket bucket, Lease lease) {
    this.bucket = bucket;
    this.lease = lease;
  }

  /** How a file is created. */
  @FunctionalInterface
  private interface Writer {
    Written write(ExclusivePut put, String key, String id) throws IOException;
  }

  /**
   * Creates a file by one PUT.
   *
   * @throws FileAlreadyExistsException if another writer has created it or is about to
   */
  ObjectInfo put(Path path, Content content) throws IOException {
    return create(path, (put, key, id) -> put.put(key, content, Optional.empty(), id));
  }

  /**
   * Creates a file by conditional requests.
   *
   * @throws FileAlreadyExistsException if another writer has created it or is about to
   */
  public ObjectInfo create(Path path, Publication publication) throws IOException {
    return create(path, (put, key, id) -> put.create(key, publication, id));
  }

  /**
   * Creates a file by unconditional requests.
   *
   * @throws FileAlreadyExistsException if another writer has created it or is about to
   */
  public ObjectInfo createUnconditionally(Path path, Publication publication) throws IOException {
    return create(path, (put, key, id) -> put.createUnconditionally(key, publication, id));
  }

  /**
   * Creates or replaces a file if a condition is true.
   *
   * @param publication is conditional too, if {@link #supported} returns the condition
   * @throws FileAlreadyExistsException if the condition is false
   */
  ObjectInfo publish(Path path, PutMode condition, Publication publication) throws IOException {
    if (condition instanceof PutMode.ReplaceIfMatch match) {
      return create(path, (put, key, id) -> put.replace(key, publication, match.etag(), id));
    }
    if (condition instanceof PutMode.Overwrite) {
      return publication.publish();
    }
    return supported(path, condition).equals(condition)
        ? create(path, publication)
        : createUnconditionally(path, publication);
  }

  /** The condition, or none if a PUT or an upload may ignore it. */
  PutMode supported(Path path, PutMode condition) throws IOException {
    if (condition instanceof PutMode.Overwrite) {
      return condition;
    }
    Set<Capability> honoured = bucket.store().verifiedCapabilities(bucket.paths().key(path));
    boolean isSupported =
        honoured.contains(Capability.CONDITIONAL_COMPLETION)
            && honoured.containsAll(condition.needs().stream().toList());
    return isSupported ? condition : PutMode.OVERWRITE;
  }

  /**
   * Locks a path against other locks.
   *
   * @param patience how long to wait for other owners
   * @return empty if another owner has the lock for all this time
   */
  public Optional<ClaimLock> lock(Path path, Duration patience) throws IOException {
    return ClaimLock.acquire(bucket.store(), bucket.paths().key(path) + LOCK, lease, patience);
  }

  private ObjectInfo create(Path path, Writer writer) throws IOException {
    String key = bucket.paths().key(path);
    bucket.known().forget(key);
    try {
      ExclusivePut put = ExclusivePut.at(bucket.store()).withLease(lease).besideUploads();
      Written written = writer.write(put, key, UUID.randomUUID().toString());
      deleteClaims(path, written.leftovers());
      return written.object();
    } catch (ConcurrentCommitException e) {
      FileAlreadyExistsException exists =
          new FileAlreadyExistsException("cannot create " + path + ": " + e.getMessage());
      exists.initCause(e);
      throw exists;
    }
  }

  /** A failure does no harm: the file exists, and later writers see it. */
  private void deleteClaims(Path path, List<String> claims) {
    try {
      if (claims.size() == 1) {
        bucket.store().delete(claims.get(0));
        return;
      }
      for (DeleteFailure failure : bucket.store().deleteAll(claims)) {
        LOG.warn("{} was not deleted next to {}: {}", failure.key(), path, failure.reason());
      }
    } catch (IOException e) {
      LOG.warn("{} were not deleted next to {}", claims, path, e);
    }
  }
}
