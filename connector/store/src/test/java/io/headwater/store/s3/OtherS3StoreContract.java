package io.headwater.store.s3;

import io.headwater.store.ObjectStore;
import io.headwater.testing.TestBucket;
import io.headwater.testing.TestServer;
import io.headwater.testing.TestServers;
import java.io.IOException;

/**
 * The contract for a service that only {@code make test-stores} starts. What it does not fulfil is
 * a row of docs/reference/stores.md. The store finds out which conditions it honours.
 */
abstract class OtherS3StoreContract extends BucketStoreContract {
  private final String name;

  OtherS3StoreContract(String name) {
    this.name = name;
  }

  @Override
  TestServer server() {
    return TestServers.other(name);
  }

  @Override
  ObjectStore open(TestBucket bucket) throws IOException {
    S3Store store = S3Store.open(bucket.name(), bucket.server().settings().learningConditions());
    store.verifiedCapabilities("any");
    return store;
  }
}
