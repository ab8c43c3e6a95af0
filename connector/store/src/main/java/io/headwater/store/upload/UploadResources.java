package io.headwater.store.upload;

import io.headwater.store.concurrent.WorkerPool;
import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.Map;

/** The memory and threads that all writers of a process with the same settings share. */
public final class UploadResources {
  private static final Map<UploadSettings, WeakReference<UploadResources>> SHARED = new HashMap<>();

  private final UploadSettings settings;
  private final BlockPool pool;
  private final WorkerPool senders;

  /** Creates resources that are not shared, for tests. Other callers use {@link #shared}. */
  public UploadResources(UploadSettings settings) {
    this.settings = settings;
    pool = new BlockPool(settings.memory());
    senders = new WorkerPool("headwater-upload", settings.threads());
  }

  /** The process's resources for these settings. They live as long as a file system or writer. */
  public static UploadResources shared(UploadSettings settings) {
    synchronized (SHARED) {
      SHARED.values().removeIf(each -> each.get() == null);
      WeakReference<UploadResources> known = SHARED.get(settings);
      UploadResources resources = known == null ? null : known.get();
      if (resources == null) {
        resources = new UploadResources(settings);
        SHARED.put(settings, new WeakReference<>(resources));
      }
      return resources;
    }
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
