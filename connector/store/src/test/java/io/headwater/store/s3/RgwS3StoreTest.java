package io.headwater.store.s3;

import io.headwater.store.ObjectStore;
import io.headwater.store.ObjectStoreContract;
import io.headwater.testing.NeedsServer;
import io.headwater.testing.TestBucket;
import io.headwater.testing.TestServers;

/** The contract for Ceph's object gateway. */
@NeedsServer
final class RgwS3StoreTest extends ObjectStoreContract {
  private TestBucket bucket;

  @Override
  protected ObjectStore open() {
    bucket = TestServers.rgw().newBucket();
    return bucket.open();
  }

  @Override
  protected void discard() {
    if (bucket != null) {
      bucket.close();
    }
  }

  @Override
  public boolean checksParts() {
    return false;
  }
}
