package io.headwater.fs;

import io.headwater.store.ObjectStore;
import io.headwater.testing.TestBucket;
import io.headwater.testing.TestContainer;
import io.headwater.testing.TestServers;
import java.io.IOException;

/** A new bucket of a real server, which is deleted on close. */
public record RealStore(ObjectStore store, Runnable removal) implements AutoCloseable {
  /** The servers of a test run, with their ways to let jobs exclude each other. */
  public enum Server {
    VERSITY,
    SWIFT_S3,
    SWIFT,
    RGW_S3,
    RGW_SWIFT;

    public RealStore open() {
      return switch (this) {
        case VERSITY -> of(TestServers.versity().newBucket());
        case SWIFT_S3 -> of(TestServers.swift().newBucket());
        case RGW_S3 -> of(TestServers.rgw().newBucket());
        case SWIFT -> of(TestServers.swiftNative().newContainer());
        case RGW_SWIFT -> of(TestServers.rgwSwift().newContainer());
      };
    }

    private static RealStore of(TestContainer container) {
      return new RealStore(container.open(), container::close);
    }

    private static RealStore of(TestBucket bucket) {
      return new RealStore(bucket.open(), bucket::close);
    }
  }

  @Override
  public void close() throws IOException {
    store.close();
    removal.run();
  }
}
