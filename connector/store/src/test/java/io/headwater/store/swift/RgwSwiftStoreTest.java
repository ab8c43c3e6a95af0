package io.headwater.store.swift;

import io.headwater.store.ObjectStore;
import io.headwater.store.ObjectStoreContract;
import io.headwater.testing.NeedsServer;
import io.headwater.testing.TestContainer;
import io.headwater.testing.TestServers;
import java.io.IOException;

/** The contract for Ceph's object gateway, by Swift's API. */
@NeedsServer
final class RgwSwiftStoreTest extends ObjectStoreContract {
  private TestContainer container;

  @Override
  protected ObjectStore open() throws IOException {
    container = TestServers.rgwSwift().newContainer();
    SwiftStore store = container.open();
    store.verifiedCapabilities("any"); // Now the store declares no conditions.
    return store;
  }

  @Override
  protected void discard() {
    if (container != null) {
      container.close();
    }
  }

  @Override
  public boolean checksParts() {
    return false;
  }
}
