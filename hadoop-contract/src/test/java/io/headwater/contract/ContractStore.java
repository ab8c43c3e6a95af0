package io.headwater.contract;

import io.headwater.fs.HeadwaterFileSystem;
import io.headwater.testing.TestServer;
import io.headwater.testing.TestServers;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;

/** A store, and how a user reaches it: what all suites run against, one after the other. */
enum ContractStore {
  S3_ON_SWIFT("s3", "fs.headwater.s3.", TestServers::swift),
  S3_ON_VERSITY("s3", "fs.headwater.s3.", TestServers::versity),
  /** With the settings of an S3A user, and none of ours. */
  S3A_ON_SWIFT("s3a", "fs.s3a.", TestServers::swift);

  private final String scheme;
  private final String settings;
  private final Supplier<TestServer> server;

  ContractStore(String scheme, String settings, Supplier<TestServer> server) {
    this.scheme = scheme;
    this.settings = settings;
    this.server = server;
  }

  /** The store that this run is for. */
  static ContractStore current() {
    return valueOf(System.getProperty("contract.store", S3_ON_SWIFT.name()));
  }

  String scheme() {
    return scheme;
  }

  TestServer server() {
    return server.get();
  }

  /** Sets what a user sets to reach the store. */
  void configure(Configuration configuration) {
    TestServer reached = server();
    configuration.set("fs." + scheme + ".impl", HeadwaterFileSystem.class.getName());
    configuration.set(settings + "endpoint", reached.endpoint().toString());
    configuration.set(settings + "access.key", reached.accessKey());
    configuration.set(settings + "secret.key", reached.secretKey());
  }
}
