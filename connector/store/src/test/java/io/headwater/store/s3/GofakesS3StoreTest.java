package io.headwater.store.s3;

import io.headwater.testing.NeedsServer;

/** The contract for gofakes3, an S3 service in Go for tests. */
@NeedsServer
final class GofakesS3StoreTest extends OtherS3StoreContract {
  GofakesS3StoreTest() {
    super("GOFAKES3");
  }
}
