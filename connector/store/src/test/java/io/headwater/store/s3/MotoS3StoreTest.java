package io.headwater.store.s3;

import io.headwater.testing.NeedsServer;

/** The contract for moto, an imitation of Amazon's services in Python. */
@NeedsServer
final class MotoS3StoreTest extends OtherS3StoreContract {
  MotoS3StoreTest() {
    super("MOTO");
  }
}
