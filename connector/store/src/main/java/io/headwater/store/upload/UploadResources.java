package io.headwater.store.upload;

import io.headwater.store.concurrent.WorkerPool;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The memory and threads that all writers of a process with the same settings share. */
public final class UploadResources {
  private static final Map<UploadSettings, UploadResources> SHARED = new ConcurrentHashMap<>();

  private final UploadSettings settings;
  private final BlockPool pool;
  private final WorkerPool senders;

  /** Creates resources that are not shared, for tests. Other callers use {@link #shared}. */
  public UploadResources(UploadSettings settings) {
    this.settings = settings;
    pool = new BlockPool(settings.memory());
    senders = new WorkerPool("headwater-upload", settings.threads());
  }

  /** The process's resources for these settings. They live as long as the process. */
  public static UploadResources shared(UploadSettings settings) {
    return SHARED.computeIfAbsent(settings, UploadResources::new);
  }

  /** The memory for unsent data. */
  public BlockPool pool() {
    return pool;
  }

  UploadSettings settings() {
    return settings;
  }

  WorkerPool senders() {
    return senders;
  }

  PartBuffer newBuffer() {
    return new PartBuffer(pool, settings.directory());
  }
}
