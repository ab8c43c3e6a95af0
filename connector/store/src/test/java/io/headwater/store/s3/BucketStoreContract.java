package io.headwater.store.s3;

import io.headwater.store.ObjectStore;
import io.headwater.store.ObjectStoreContract;
import io.headwater.testing.TestBucket;
import io.headwater.testing.TestServer;
import java.io.IOException;

/** The contract with a new bucket of a real server. */
abstract class BucketStoreContract extends ObjectStoreContract {
  private TestBucket bucket;

  /** The server. A test of one that is not installed is skipped. */
  abstract TestServer server();

  @Override
  protected final ObjectStore open() throws IOException {
    bucket = server().newBucket();
    return open(bucket);
  }

  ObjectStore open(TestBucket bucket) throws IOException {
    return bucket.open();
  }

  @Override
  protected final void discard() {
    if (bucket != null) {
      bucket.close();
    }
  }
}
