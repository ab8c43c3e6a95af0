package io.headwater.store.s3;

import io.headwater.testing.NeedsServer;
import io.headwater.testing.TestServer;
import io.headwater.testing.TestServers;

/** The contract for Ceph's object gateway. */
@NeedsServer
final class RgwS3StoreTest extends BucketStoreContract {
  @Override
  TestServer server() {
    return TestServers.rgw();
  }

  @Override
  public boolean checksParts() {
    return false;
  }
}
