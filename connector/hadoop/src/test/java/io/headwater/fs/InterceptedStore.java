package io.headwater.fs;

import io.headwater.store.layers.FaultPlan;
import io.headwater.store.memory.MemoryStore;
import io.headwater.testing.TestBucket;
import io.headwater.testing.TestContainer;
import io.headwater.testing.TestServers;
import java.io.IOException;
import java.net.URI;

/** The stores for the tests of intercepted programs, each with its scheme. */
public enum InterceptedStore {
  MEMORY {
    @Override
    public MeteredFileSystem fileSystem(FaultPlan plan) throws IOException {
      return MemoryFileSystem.create(new MemoryStore("bucket"), plan);
    }
  },
  S3 {
    @Override
    public MeteredFileSystem fileSystem(FaultPlan plan) throws IOException {
      TestBucket bucket = TestServers.swift().newBucket();
      URI root = URI.create("s3://" + bucket.name());
      return new MeteredFileSystem(root, bucket.open(), plan, bucket::close);
    }
  },
  SWIFT {
    @Override
    public MeteredFileSystem fileSystem(FaultPlan plan) throws IOException {
      TestContainer container = TestServers.swiftNative().newContainer();
      URI root = URI.create("swift://" + container.name() + ".test");
      return new MeteredFileSystem(root, container.open(), plan, container::close);
    }
  };

  /** A file system of a new bucket, which is deleted on close. */
  public abstract MeteredFileSystem fileSystem(FaultPlan plan) throws IOException;
}
