package io.headwater.commit;

import io.headwater.store.Content;
import io.headwater.store.ListOptions;
import io.headwater.store.Listings;
import io.headwater.store.ObjectInfo;
import io.headwater.store.ObjectNotFoundException;
import io.headwater.store.ObjectStore;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Content that is known from the start; a look is a listing of the claims, then a HEAD. */
final class FixedDraft implements ExclusivePut.Draft {
  private final ObjectStore store;
  private final String key;
  private final Content content;

  FixedDraft(ObjectStore store, String key, Content content) {
    this.store = store;
    this.key = key;
    this.content = content;
  }

  @Override
  public ExclusivePut.Look look() throws IOException {
    List<ObjectInfo> claims = Listings.objects(store, ListOptions.children(Claim.prefix(key)));
    // Asked after the claims: of one that is gone by now the object stands.
    return new ExclusivePut.Look(standing(), claims, Set.of());
  }

  private Optional<String> standing() throws IOException {
    try {
      return Optional.of(store.head(key).etag());
    } catch (ObjectNotFoundException e) {
      return Optional.empty();
    }
  }

  @Override
  public Content content() {
    return content;
  }
}
