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
      return of(TestServers.swift().newBucket(), plan);
    }
  },
  SWIFT {
    @Override
    public MeteredFileSystem fileSystem(FaultPlan plan) throws IOException {
      return of(TestServers.swiftNative().newContainer(), plan);
    }
  },
  S3_ON_RGW {
    @Override
    public MeteredFileSystem fileSystem(FaultPlan plan) throws IOException {
      return of(TestServers.rgw().newBucket(), plan);
    }
  },
  SWIFT_ON_RGW {
    @Override
    public MeteredFileSystem fileSystem(FaultPlan plan) throws IOException {
      return of(TestServers.rgwSwift().newContainer(), plan);
    }
  };

  /** A file system of a new bucket, which is deleted on close. */
  public abstract MeteredFileSystem fileSystem(FaultPlan plan) throws IOException;

  private static MeteredFileSystem of(TestBucket bucket, FaultPlan plan) throws IOException {
    URI root = URI.create("s3://" + bucket.name());
    return new MeteredFileSystem(root, bucket.open(), plan, bucket::close);
  }

  private static MeteredFileSystem of(TestContainer container, FaultPlan plan) throws IOException {
    URI root = URI.create("swift://" + container.name() + ".test");
    return new MeteredFileSystem(root, container.open(), plan, container::close);
  }
}
