package io.headwater.store.memory;

import io.headwater.store.MultipartUploads;
import io.headwater.store.ObjectStore;
import io.headwater.store.ObjectStoreContract;
import java.util.Set;

/**
 * The contract for a store without capabilities, which must refuse all operations beyond the core.
 */
final class PlainMemoryStoreTest extends ObjectStoreContract {
  @Override
  protected ObjectStore open() {
    return new MemoryStore("plain", Set.of(), MultipartUploads.MINIMUM_PART_LENGTH);
  }
}
