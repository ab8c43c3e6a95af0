package io.headwater.store.s3;

import io.headwater.testing.NeedsServer;
import io.headwater.testing.TestServer;
import io.headwater.testing.TestServers;

/** The contract for a real server. */
@NeedsServer
final class VersityS3StoreTest extends BucketStoreContract {
  @Override
  TestServer server() {
    return TestServers.versity();
  }

  /** versitygw stores objects as files of a POSIX file system. */
  @Override
  public boolean keysAreFlat() {
    return false;
  }
}
