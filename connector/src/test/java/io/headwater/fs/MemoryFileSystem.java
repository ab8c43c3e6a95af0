package io.headwater.fs;

import io.headwater.store.ObjectStore;
import io.headwater.store.layers.FaultPlan;
import io.headwater.store.memory.MemoryStore;
import java.io.IOException;
import java.net.URI;

/** The file system over a store in memory. */
final class MemoryFileSystem extends MeteredFileSystem {
  private MemoryFileSystem(ObjectStore memory, FaultPlan plan) throws IOException {
    super(URI.create("s3://bucket"), memory, plan, () -> {});
  }

  static MemoryFileSystem create() throws IOException {
    return create(FaultPlan.none());
  }

  static MemoryFileSystem create(FaultPlan plan) throws IOException {
    return create(new MemoryStore("bucket"), plan);
  }

  static MemoryFileSystem create(ObjectStore memory, FaultPlan plan) throws IOException {
    return new MemoryFileSystem(memory, plan);
  }
}
