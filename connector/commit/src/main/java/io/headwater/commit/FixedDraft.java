package io.headwater.commit;

import io.headwater.store.ObjectStore;
import io.headwater.store.content.Content;
import java.io.IOException;

/** A draft with constant content. */
record FixedDraft(ObjectStore store, String key, Content content) implements ExclusivePut.Draft {
  @Override
  public ExclusivePut.Look look() throws IOException {
    return ClaimLook.ofAll(store, key).look();
  }
}
