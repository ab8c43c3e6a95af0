package io.headwater.store.s3;

import io.headwater.testing.NeedsServer;

/** The contract for s3proxy, which gives other stores S3's API. */
@NeedsServer
final class S3ProxyStoreTest extends OtherS3StoreContract {
  S3ProxyStoreTest() {
    super("S3PROXY");
  }
}
