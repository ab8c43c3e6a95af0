package io.headwater.contract;

import io.headwater.fs.HeadwaterFileSystem;
import io.headwater.testing.TestBucket;
import io.headwater.testing.TestContainer;
import io.headwater.testing.TestServer;
import io.headwater.testing.TestServers;
import io.headwater.testing.TestSwift;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;

/** A store, and how a user reaches it: what all suites run against, one after the other. */
enum ContractStore {
  S3_ON_SWIFT("s3") {
    @Override
    Place newPlace() {
      return s3(this, "fs.headwater.s3.", TestServers::swift);
    }
  },
  S3_ON_VERSITY("s3") {
    @Override
    Place newPlace() {
      return s3(this, "fs.headwater.s3.", TestServers::versity);
    }
  },
  /** With the settings of an S3A user, and none of ours. */
  S3A_ON_SWIFT("s3a") {
    @Override
    Place newPlace() {
      return s3(this, "fs.s3a.", TestServers::swift);
    }
  },
  /** By Swift's own API, found by the service loader. */
  SWIFT("swift") {
    @Override
    Place newPlace() {
      TestSwift server = TestServers.swiftNative();
      TestContainer container = server.newContainer();
      Configuration settings = new Configuration(false);
      server.hadoopSettings("test").forEach(settings::set);
      return new Place("swift://" + container.name() + ".test", settings, container::close);
    }
  };

  private final String scheme;

  ContractStore(String scheme) {
    this.scheme = scheme;
  }

  /** The store that this run is for. */
  static ContractStore current() {
    return valueOf(System.getProperty("contract.store", S3_ON_SWIFT.name()));
  }

  /** A fresh bucket or container. */
  abstract Place newPlace();

  private static Place s3(ContractStore store, String prefix, Supplier<TestServer> found) {
    TestServer server = found.get();
    TestBucket bucket = server.newBucket();
    Configuration settings = new Configuration(false);
    settings.set("fs." + store.scheme + ".impl", HeadwaterFileSystem.class.getName());
    settings.set(prefix + "endpoint", server.endpoint().toString());
    settings.set(prefix + "access.key", server.accessKey());
    settings.set(prefix + "secret.key", server.secretKey());
    return new Place(store.scheme + "://" + bucket.name(), settings, bucket::close);
  }

  /**
   * A bucket of one suite.
   *
   * @param root its URI
   * @param settings what a user sets to reach it
   * @param removal deletes it with all that is in it
   */
  record Place(String root, Configuration settings, Runnable removal) {
    void configure(Configuration configuration) {
      settings.forEach(entry -> configuration.set(entry.getKey(), entry.getValue()));
    }
  }
}
