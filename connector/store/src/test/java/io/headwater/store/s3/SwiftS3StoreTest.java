package io.headwater.store.s3;

import io.headwater.testing.NeedsServer;
import io.headwater.testing.TestServer;
import io.headwater.testing.TestServers;

/** The contract for a real server. */
@NeedsServer
final class SwiftS3StoreTest extends BucketStoreContract {
  @Override
  TestServer server() {
    return TestServers.swift();
  }

  @Override
  public boolean hasStorlets() {
    return true;
  }
}
