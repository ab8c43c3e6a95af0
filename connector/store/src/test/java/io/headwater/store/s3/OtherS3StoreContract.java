package io.headwater.store.s3;

import io.headwater.store.ObjectStore;
import io.headwater.store.ObjectStoreContract;
import io.headwater.testing.TestBucket;
import io.headwater.testing.TestServers;
import java.io.IOException;

/**
 * The contract for a service that only {@code make test-stores} starts. What it does not fulfil is
 * a row of docs/reference/stores.md. The store finds out which conditions it honours.
 */
abstract class OtherS3StoreContract extends ObjectStoreContract {
  private final String name;
  private TestBucket bucket;

  OtherS3StoreContract(String name) {
    this.name = name;
  }

  @Override
  protected ObjectStore open() throws IOException {
    bucket = TestServers.other(name).newBucket();
    S3Store store = S3Store.open(bucket.name(), bucket.server().settings().learningConditions());
    store.verifiedCapabilities("any");
    return store;
  }

  @Override
  protected void discard() {
    if (bucket != null) {
      bucket.close();
    }
  }
}
