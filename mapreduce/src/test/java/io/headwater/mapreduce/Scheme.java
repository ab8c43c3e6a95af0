package io.headwater.mapreduce;

import io.headwater.testing.TestContainer;
import io.headwater.testing.TestServer;
import io.headwater.testing.TestServers;
import io.headwater.testing.TestSwift;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** How a Swift container is reached: by Swift's S3 API, where it is a bucket, or by its own API. */
enum Scheme {
  S3 {
    @Override
    Path root(String container) {
      return new Path("s3://" + container + "/");
    }

    @Override
    void configure(Configuration settings) {
      TestServer server = TestServers.swift();
      settings.set("fs.headwater.s3.endpoint", server.endpoint().toString());
      settings.set("fs.headwater.s3.access.key", server.accessKey());
      settings.set("fs.headwater.s3.secret.key", server.secretKey());
    }
  },
  SWIFT {
    @Override
    Path root(String container) {
      return new Path("swift://" + container + ".test/");
    }

    @Override
    void configure(Configuration settings) {
      TestSwift server = TestServers.swiftNative();
      settings.set("fs.headwater.swift.service.test.auth.url", server.authUrl().toString());
      settings.set("fs.headwater.swift.service.test.user", server.user());
      settings.set("fs.headwater.swift.service.test.secret.key", server.key());
    }
  };

  /** A new container, which both APIs see. */
  static TestContainer newContainer() {
    return TestServers.swiftNative().newContainer();
  }

  /** The container's root. */
  abstract Path root(String container);

  /** Adds the user's settings to reach it. */
  abstract void configure(Configuration settings);
}
