package io.headwater.contract;

import io.headwater.fs.HeadwaterAbstractFileSystem;
import io.headwater.fs.HeadwaterFileSystem;
import io.headwater.testing.TestBucket;
import io.headwater.testing.TestContainer;
import io.headwater.testing.TestServer;
import io.headwater.testing.TestServers;
import io.headwater.testing.TestSwift;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;

/** A store, and how a user reaches it. All suites run against each of them. */
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
  S3_ON_RGW("s3") {
    @Override
    Place newPlace() {
      return s3(this, "fs.headwater.s3.", TestServers::rgw);
    }
  },
  /** With the settings of an S3A user, and no {@code fs.headwater} settings. */
  S3A_ON_SWIFT("s3a") {
    @Override
    Place newPlace() {
      return s3(this, "fs.s3a.", TestServers::swift);
    }
  },
  /** By Swift's own API. The service loader finds the file system. */
  SWIFT("swift") {
    @Override
    Place newPlace() {
      return swift(this, TestServers.swiftNative());
    }
  },
  SWIFT_ON_RGW("swift") {
    @Override
    Place newPlace() {
      return swift(this, TestServers.rgwSwift());
    }
  };

  private final String scheme;

  ContractStore(String scheme) {
    this.scheme = scheme;
  }

  /** The store of this run. */
  static ContractStore current() {
    return valueOf(System.getProperty("contract.store", S3_ON_SWIFT.name()));
  }

  /** A new bucket or container. */
  abstract Place newPlace();

  void setFileContext(Configuration settings) {
    settings.set(
        "fs.AbstractFileSystem." + scheme + ".impl", HeadwaterAbstractFileSystem.class.getName());
  }

  private static Place swift(ContractStore store, TestSwift server) {
    TestContainer container = server.newContainer();
    Configuration settings = new Configuration(false);
    server.hadoopSettings("test").forEach(settings::set);
    store.setFileContext(settings);
    return new Place("swift://" + container.name() + ".test", settings, container::close);
  }

  private static Place s3(ContractStore store, String prefix, Supplier<TestServer> found) {
    TestServer server = found.get();
    TestBucket bucket = server.newBucket();
    Configuration settings = new Configuration(false);
    settings.set("fs." + store.scheme + ".impl", HeadwaterFileSystem.class.getName());
    store.setFileContext(settings);
    settings.set(prefix + "endpoint", server.endpoint().toString());
    settings.set(prefix + "access.key", server.accessKey());
    settings.set(prefix + "secret.key", server.secretKey());
    return new Place(store.scheme + "://" + bucket.name(), settings, bucket::close);
  }

  /**
   * A bucket of one suite.
   *
   * @param root its URI
   * @param settings the user's settings to reach it
   * @param removal deletes it with its content
   */
  record Place(String root, Configuration settings, Runnable removal) {
    void configure(Configuration configuration) {
      settings.forEach(entry -> configuration.set(entry.getKey(), entry.getValue()));
    }
  }
}
