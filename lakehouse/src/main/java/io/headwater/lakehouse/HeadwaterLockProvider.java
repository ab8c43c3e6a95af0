package io.headwater.lakehouse;

import io.headwater.commit.ClaimLock;
import io.headwater.fs.HeadwaterFileSystem;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hudi.common.config.LockConfiguration;
import org.apache.hudi.common.lock.LockProvider;
import org.apache.hudi.exception.HoodieLockException;
import org.apache.hudi.storage.StorageConfiguration;

/**
 * The lock of a Hudi table, by claims on the store. So any number of processes can write, without
 * ZooKeeper, DynamoDB or a metastore.
 *
 * <p>Users name it in the setting {@code hoodie.write.lock.provider}. Hudi's own {@code
 * StorageBasedLockProvider} accepts only its classes for Amazon S3 and Google Cloud Storage.
 */
public final class HeadwaterLockProvider implements LockProvider<String> {
  private static final String TABLE = "hoodie.base.path";
  private static final String LOCKED = ".hoodie/table";

  private final HeadwaterFileSystem files;
  private final Path locked;
  private ClaimLock held;

  /**
   * Hudi calls it by reflection.
   *
   * @throws HoodieLockException if the table is not in a file system of Headwater
   */
  public HeadwaterLockProvider(LockConfiguration lock, StorageConfiguration<?> storage) {
    locked = new Path(lock.getConfig().getString(TABLE), LOCKED);
    try {
      files =
          FileSystems.ours(
              locked,
              storage.unwrapAs(Configuration.class),
              "Choose another hoodie.write.lock.provider");
    } catch (IOException e) {
      throw new HoodieLockException(e.getMessage(), e);
    }
  }

  /**
   * Locks the table. Returns false if others had the lock for this time.
   *
   * @throws HoodieLockException if the store did not answer
   */
  @Override
  public synchronized boolean tryLock(long time, TimeUnit unit) {
    if (held != null) {
      return true;
    }
    try {
      Optional<ClaimLock> lock = files.lock(locked, Duration.ofNanos(unit.toNanos(time)));
      held = lock.orElse(null);
      return lock.isPresent();
    } catch (IOException e) {
      throw new HoodieLockException("Cannot lock " + locked + ": " + e.getMessage(), e);
    }
  }

  /**
   * Unlocks the table.
   *
   * @throws HoodieLockException if the lock had expired, so that another writer may have had it
   */
  @Override
  public synchronized void unlock() {
    ClaimLock lock = held;
    held = null;
    try {
      if (lock != null && !lock.release()) {
        throw new HoodieLockException(
            "The lock of " + locked + " expired before the end. Check the table's last commits");
      }
    } catch (IOException e) {
      throw new HoodieLockException("Cannot unlock " + locked + ": " + e.getMessage(), e);
    }
  }

  /** The locked path, or null if this process has not locked it. */
  @Override
  public synchronized String getLock() {
    return held == null ? null : locked.toString();
  }

  @Override
  public void close() {
    unlock();
  }
}
