package io.headwater.lakehouse;

import java.util.Map;
import org.apache.iceberg.LockManager;

/**
 * Locks nothing. Iceberg's default lock manager excludes the writers of one process, which would
 * not race. Writers in several processes have no common lock.
 */
public final class NoLocks implements LockManager {
  /** Iceberg calls it by reflection. */
  public NoLocks() {}

  @Override
  public void initialize(Map<String, String> properties) {}

  @Override
  public boolean acquire(String file, String owner) {
    return true;
  }

  @Override
  public boolean release(String file, String owner) {
    return true;
  }

  @Override
  public void close() {}
}
