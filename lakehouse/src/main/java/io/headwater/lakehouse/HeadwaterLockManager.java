package io.headwater.lakehouse;

import io.headwater.commit.ClaimLock;
import io.headwater.fs.HeadwaterFileSystem;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.iceberg.CatalogProperties;
import org.apache.iceberg.LockManager;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.util.PropertyUtil;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Locks the metadata files of Iceberg's HadoopCatalog and HadoopTables, by claims on the store. So
 * writers wait for each other, in any number of processes. Also without it, exactly one commits a
 * version, because Headwater's renames of files are exclusive.
 *
 * <p>Users name it in the property {@code lock-impl}. Properties that begin with {@code hadoop.}
 * are settings of its file systems.
 */
public final class HeadwaterLockManager implements LockManager {
  private static final Logger LOG = LoggerFactory.getLogger(HeadwaterLockManager.class);
  private static final String SETTING = "hadoop.";

  private final Configuration configuration = new Configuration();
  private final Map<String, ClaimLock> held = new ConcurrentHashMap<>();
  private Duration patience;

  /** Iceberg calls it by reflection. */
  public HeadwaterLockManager() {}

  @Override
  public void initialize(Map<String, String> properties) {
    PropertyUtil.propertiesWithPrefix(properties, SETTING).forEach(configuration::set);
    patience =
        Duration.ofMillis(
            PropertyUtil.propertyAsLong(
                properties,
                CatalogProperties.LOCK_ACQUIRE_TIMEOUT_MS,
                CatalogProperties.LOCK_ACQUIRE_TIMEOUT_MS_DEFAULT));
  }

  /**
   * Locks a file.
   *
   * @return false if others had the lock for the time {@code lock.acquire-timeout-ms}
   * @throws CommitFailedException if the store did not answer
   */
  @Override
  public boolean acquire(String file, String owner) {
    Path path = new Path(file);
    try {
      // Hadoop caches the file system with which Iceberg has just written the owner's file.
      HeadwaterFileSystem files = FileSystems.ours(path, configuration, "Remove lock-impl");
      Optional<ClaimLock> lock = files.lock(path, patience);
      lock.ifPresent(acquired -> held.put(name(file, owner), acquired));
      return lock.isPresent();
    } catch (IOException e) {
      throw new CommitFailedException(e, "Cannot lock %s: %s", file, e.getMessage());
    }
  }

  /** Unlocks a file. Returns false if the lock had expired, or was never acquired. */
  @Override
  public boolean release(String file, String owner) {
    ClaimLock lock = held.remove(name(file, owner));
    try {
      return lock != null && lock.release();
    } catch (IOException e) {
      LOG.warn("{} stays locked until the lease ends", file, e);
      return false;
    }
  }

  private static String name(String file, String owner) {
    return owner + "\n" + file;
  }

  /** Unlocks all files. */
  @Override
  public void close() throws IOException {
    for (ClaimLock lock : held.values()) {
      lock.release();
    }
    held.clear();
  }
}
