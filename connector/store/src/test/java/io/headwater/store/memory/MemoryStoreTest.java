package io.headwater.store.memory;

import io.headwater.store.ObjectStore;
import io.headwater.store.ObjectStoreContract;

/** The contract for the memory store. */
final class MemoryStoreTest extends ObjectStoreContract {
  @Override
  protected ObjectStore open() {
    return new MemoryStore("contract");
  }
}
