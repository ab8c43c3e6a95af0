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
  MEMORY(plan -> MemoryFileSystem.create(new MemoryStore("bucket"), plan)),
  S3(plan -> of(TestServers.swift().newBucket(), plan)),
  SWIFT(plan -> of(TestServers.swiftNative().newContainer(), plan)),
  S3_ON_RGW(plan -> of(TestServers.rgw().newBucket(), plan)),
  SWIFT_ON_RGW(plan -> of(TestServers.rgwSwift().newContainer(), plan));

  /** How a store opens a file system of a new bucket. */
  @FunctionalInterface
  private interface Opening {
    MeteredFileSystem open(FaultPlan plan) throws IOException;
  }

  private final Opening opening;

  InterceptedStore(Opening opening) {
    this.opening = opening;
  }

  /** A file system of a new bucket, which is deleted on close. */
  public MeteredFileSystem fileSystem(FaultPlan plan) throws IOException {
    return opening.open(plan);
  }

  private static MeteredFileSystem of(TestBucket bucket, FaultPlan plan) throws IOException {
    URI root = URI.create("s3://" + bucket.name());
    return new MeteredFileSystem(root, bucket.open(), plan, bucket::close);
  }

  private static MeteredFileSystem of(TestContainer container, FaultPlan plan) throws IOException {
    URI root = URI.create("swift://" + container.name() + ".test");
    return new MeteredFileSystem(root, container.open(), plan, container::close);
  }
}
