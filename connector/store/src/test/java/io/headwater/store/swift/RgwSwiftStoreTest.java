package io.headwater.store.swift;

import io.headwater.store.ObjectStore;
import io.headwater.store.ObjectStoreContract;
import io.headwater.testing.NeedsServer;
import io.headwater.testing.TestContainer;
import io.headwater.testing.TestServers;

/** The contract for Ceph's object gateway, by Swift's API. */
@NeedsServer
final class RgwSwiftStoreTest extends ObjectStoreContract {
  private TestContainer container;

  @Override
  protected ObjectStore open() {
    container = TestServers.rgwSwift().newContainer();
    return container.open();
  }

  @Override
  protected void discard() {
    if (container != null) {
      container.close();
    }
  }
}
