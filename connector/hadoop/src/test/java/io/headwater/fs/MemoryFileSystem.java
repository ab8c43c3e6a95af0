package io.headwater.fs;

import io.headwater.store.Capability;
import io.headwater.store.MultipartUploads;
import io.headwater.store.ObjectStore;
import io.headwater.store.layers.FaultPlan;
import io.headwater.store.memory.MemoryStore;
import java.io.IOException;
import java.net.URI;
import java.util.EnumSet;

/** The file system over a store in memory. */
public final class MemoryFileSystem extends MeteredFileSystem {
  private MemoryFileSystem(ObjectStore memory, FaultPlan plan) throws IOException {
    super(URI.create("s3://bucket"), memory, plan, () -> {});
  }

  /** A store in memory that accepts no streams. */
  public static MemoryStore likeS3() {
    return new MemoryStore(
        "bucket",
        EnumSet.complementOf(EnumSet.of(Capability.STREAMED_PUT)),
        MultipartUploads.MINIMUM_PART_LENGTH);
  }

  public static MemoryFileSystem create() throws IOException {
    return create(FaultPlan.none());
  }

  public static MemoryFileSystem create(FaultPlan plan) throws IOException {
    return create(likeS3(), plan);
  }

  public static MemoryFileSystem create(ObjectStore memory, FaultPlan plan) throws IOException {
    return new MemoryFileSystem(memory, plan);
  }
}
