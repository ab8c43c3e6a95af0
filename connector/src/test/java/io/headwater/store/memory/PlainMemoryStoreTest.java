package io.headwater.store.memory;

import io.headwater.store.MultipartUploads;
import io.headwater.store.ObjectStore;
import io.headwater.store.ObjectStoreContract;
import java.util.Set;

/** The contract on a store that declares nothing, which must refuse all that is not core. */
final class PlainMemoryStoreTest extends ObjectStoreContract {
  @Override
  protected ObjectStore open() {
    return new MemoryStore("plain", Set.of(), MultipartUploads.MINIMUM_PART_LENGTH);
  }
}
