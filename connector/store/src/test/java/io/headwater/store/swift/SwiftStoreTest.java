package io.headwater.store.swift;

import io.headwater.store.ObjectStore;
import io.headwater.store.ObjectStoreContract;
import io.headwater.testing.NeedsServer;
import io.headwater.testing.TestContainer;
import io.headwater.testing.TestServers;

/** The contract for a real server, by Swift's own API. */
@NeedsServer
final class SwiftStoreTest extends ObjectStoreContract {
  private TestContainer container;

  @Override
  protected ObjectStore open() {
    container = TestServers.swiftNative().newContainer();
    return container.open();
  }

  @Override
  protected void discard() {
    if (container != null) {
      container.close();
    }
  }

  @Override
  public boolean hasStorlets() {
    return true;
  }
}
