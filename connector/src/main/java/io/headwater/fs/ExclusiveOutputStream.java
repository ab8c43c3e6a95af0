package io.headwater.fs;

import io.headwater.commit.ConcurrentCommitException;
import io.headwater.commit.ExclusivePut;
import io.headwater.commit.ExclusivePut.Written;
import io.headwater.commit.Lease;
import io.headwater.store.Content;
import io.headwater.store.DeleteFailure;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes a short file that is there, whole, once the stream is closed, unless another writer
 * created it meanwhile. Its bytes wait in memory.
 */
final class ExclusiveOutputStream extends WholeFileStream {
  private static final Logger LOG = LoggerFactory.getLogger(ExclusiveOutputStream.class);

  private final Bucket bucket;
  private final Lease lease;
  private final Path path;

  ExclusiveOutputStream(Bucket bucket, Lease lease, Path path) {
    this.bucket = bucket;
    this.lease = lease;
    this.path = path;
  }

  /**
   * Creates the file.
   *
   * @throws FileAlreadyExistsException if another writer did, or is about to
   */
  @Override
  void store(byte[] content) throws IOException {
    String key = bucket.paths().key(path);
    bucket.known().forget(key);
    try {
      Written written =
          ExclusivePut.at(bucket.store())
              .withLease(lease)
              .put(key, Content.of(content), Optional.empty(), UUID.randomUUID().toString());
      deleteClaims(written.leftovers());
    } catch (ConcurrentCommitException e) {
      FileAlreadyExistsException exists =
          new FileAlreadyExistsException("cannot create " + path + ": " + e.getMessage());
      exists.initCause(e);
      throw exists;
    }
  }

  /** The file is there whatever becomes of them, and says so to whoever comes later. */
  private void deleteClaims(List<String> claims) {
    try {
      for (DeleteFailure failure : bucket.store().deleteAll(claims)) {
        LOG.warn("{} is left beside {}: {}", failure.key(), path, failure.reason());
      }
    } catch (IOException e) {
      LOG.warn("{} are left beside {}", claims, path, e);
    }
  }
}
